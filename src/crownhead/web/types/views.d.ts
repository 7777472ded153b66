// What the server says, by name. contract.d.ts has the types themselves; `make types` writes it from the server's schema.

import type * as contract from "./contract.js";

declare global {
  type ExplainedView = contract.ExplainedView;
  type GameView = contract.GameView;
  type GameListView = contract.GameListView;
  type GameSummaryView = contract.GameSummaryView;
  type AnalysisView = contract.AnalysisView;
  type AnalysisListView = contract.AnalysisListView;
  type BallotView = contract.BallotView;
  type BegunView = contract.BegunView;
  type BrokenGameView = contract.BrokenGameView;
  type ChangedView = contract.ChangedView;
  type ClockView = contract.ClockView;
  type CollectionView = contract.CollectionView;
  type DeletionView = contract.DeletionView;
  type DraftView = contract.DraftView;
  type ExploredView = contract.ExploredView;
  type ExploredMoveView = contract.ExploredMoveView;
  type HintView = contract.HintView;
  type HitView = contract.HitView;
  type ImportView = contract.ImportView;
  type InvitationView = contract.InvitationView;
  type JoinedView = contract.JoinedView;
  type LibraryView = contract.LibraryView;
  type LibraryGameView = contract.LibraryGameView;
  type LibraryRecordView = contract.LibraryRecordView;
  type NoteView = contract.NoteView;
  type MoveView = contract.MoveView;
  type NodeDetailsView = contract.NodeDetailsView;
  type NodeView = contract.NodeView;
  type OffersView = contract.OffersView;
  type OpponentView = contract.OpponentView;
  type OptionView = contract.OptionView;
  type OutcomeView = contract.OutcomeView;
  type PositionView = contract.PositionView;
  type PreferencesView = contract.PreferencesView;
  type PresetView = contract.PresetView;
  type Problem = contract.Problem;
  type RecordedMoveView = contract.RecordedMoveView;
  type OpeningTallyView = contract.OpeningTallyView;
  type OpponentTallyView = contract.OpponentTallyView;
  type PeriodView = contract.PeriodView;
  type ResultsView = contract.ResultsView;
  type ResultCountsView = contract.ResultCountsView;
  type SearchView = contract.SearchView;
  type StatisticsView = contract.StatisticsView;
  type StrengthAfterView = contract.StrengthAfterView;
  type StrengthView = contract.StrengthView;
  type TallyView = contract.TallyView;
  type ReviewView = contract.ReviewView;
  type ReviewedMoveView = contract.ReviewedMoveView;
  type ThinkingView = contract.ThinkingView;
  type TryView = contract.TryView;
}
