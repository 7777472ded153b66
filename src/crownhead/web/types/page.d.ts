// The types of the page's scripts; those of what the server says are in views.d.ts.

import type { Refusal } from "../static/lib/api.js";
import type { createBoard } from "../static/lib/board.js";
import type { createMotion } from "../static/lib/playback.js";
import type { createPlayback } from "../static/lib/playback.js";

declare global {
  type Side = "black" | "white";
  /** A class of elements, and what an element may contain. */
  type Kind<T extends Element> = { new (): T; prototype: T };
  type Child = Node | string | number | null | undefined | false;
  /** Attributes by name, and listeners by `on` and the name of their event. Forms' own events come from the element itself. */
  type Attributes<T extends Element> = { [name: string]: unknown } & {
    [K in keyof HTMLElementEventMap as `on${K}`]?: (event: Heard<K, T>) => unknown;
  };
  type Heard<K extends keyof HTMLElementEventMap, T> = HTMLElementEventMap[K] & { currentTarget: T } & (K extends
    | "input"
    | "change"
    ? { target: T }
    : {});

  /** Who looks at the page: the browser's public name, and whether it is a host's. */
  type Visitor = { id: string; host: boolean };
  /** A game as far as its players are concerned, and its end. */
  type Seated = Pick<GameView, "players">;
  type Ended = Pick<GameView, "players" | "outcome">;
  /** A game of the list. */
  type Listed = GameSummaryView | BrokenGameView;

  /** A browser's settings. */
  interface Preferences {
    theme: string;
    pieces: string;
    mode: string;
    motion: string;
    sound: boolean;
    /** Milliseconds for each leg of the computer's captures. */
    leg: number;
    /** Whether squares are numbered. */
    numbers: boolean;
    /** Whether single letters are shortcuts. */
    keys: boolean;
    /** Whether moves can be typed; null: where there is room. */
    typing: boolean | null;
    /** What the person is called. */
    name: string;
    /** The last new game as it was set up, and as Play begins it again. */
    setup: Record<string, any> | null;
    last: LastGame | null;
    /** How the engine of analyses thinks, and what the explorer counts. */
    engine?: { on?: boolean; lines?: number; seconds?: number; threads?: number; memory?: number };
    explorer?: string;
  }

  /** The browser that looks at a page, and its settings. */
  interface Visited {
    preferences: Preferences;
    visitor: Visitor;
  }

  /** The page of results: what is shown, and how. */
  interface ResultsState extends Visited {
    results: ResultsView | null;
    /** Why there are none. */
    problem: string;
    /** Whether all openings are listed. */
    all: boolean;
    /** The point of the rating's course that is looked at; null: the last. */
    point: number | null;
  }

  /** An import as the page follows it: a file that is sent, and then what the server says. */
  interface LibraryJob {
    source: string;
    /** The file to send; null where the server has it. */
    file: Blob | null;
    /** The name of the collection; empty: named after the file. */
    collection: string;
    /** Bytes that the server has. */
    sent: number;
    /** Whether others are sent before it. */
    waits: boolean;
    stopped: boolean;
    view: ImportView | null;
    problem: string;
  }

  /** What a board is searched for: a whole position, or some squares of one. */
  interface Sketch {
    kind: "position" | "pattern";
    /** A letter for each square. */
    letters: string;
    turn: string;
    /** The letter that a click puts on a square. */
    tool: string;
    fen: string;
    problem: string;
    /** The square that Tab reaches. */
    focus: number;
    reversed: boolean;
    /** How often the server was asked about it. */
    asked: number;
  }

  /** The one state of the library's page. */
  interface LibraryState extends Visited {
    library: LibraryView | null;
    /** What is searched for, as the address names it. */
    search: Record<string, string>;
    /** The field that somebody types into, all whose letters are one step of the history; and what waits for a pause. */
    typing: { field: string; timer: number };
    /** How many searches were begun. */
    asked: number;
    /** The next part of the list, which is on its way. */
    coming: Promise<void> | null;
    /** What was found, and how many milliseconds it took. */
    found: (SearchView & { took: number }) | null;
    /** The refusal of the search. */
    wrong: Refusal | null;
    /** Counts over what was found, and the search that they answer. */
    counts: { key: string; view: StatisticsView | null };
    /** Ids of the games that are ticked. */
    chosen: Set<number>;
    /** Whether all fields are shown. */
    more: boolean;
    /** What has happened, and the deletion that it can take back. */
    news: { text: string; deletion: number | null; isWrong: boolean } | null;
    jobs: LibraryJob[];
    sketch: Sketch | null;
  }

  /** What an explorer is asked to show: a position of a game by some rules, and how the board stands. */
  interface Explored {
    position: PositionView;
    rules: { name: string | null; options: Record<string, any> };
    flipped: boolean;
    /** The theme, whose colours are in the words. */
    look: string;
  }

  interface ExplorerConfig {
    /** Which games are counted at first: those of a collection, `own`, or all. */
    source?: string;
    /** Plays a move on the board; without it, the explorer goes on by itself. */
    play?: ((move: MoveView) => unknown) | null;
    /** Lights the squares of a move. */
    point?: (path: number[]) => void;
  }

  type Playback = ReturnType<typeof createPlayback>;
  type Point = { x: number; y: number };
  type Board = ReturnType<typeof createBoard>;
  type Motion = ReturnType<typeof createMotion>;

  /** The one moment that everything shows. */
  interface Moment {
    ply: number;
    position: PositionView;
    moving: MoveView | null;
    present: boolean;
    past: boolean;
  }

  /** What a board shows besides its pieces. Squares are 1 to 32. */
  interface Scene {
    board: string;
    /** Black at the bottom. */
    flipped: boolean;
    numbers: boolean;
    /** The square that Tab reaches. */
    focus: number;
    /** The way of the last move. */
    last: number[];
    /** Squares of a move that has begun. */
    prefix: number[] | null;
    /** Pieces that can be chosen, and those of them that have to capture. */
    movable: number[];
    must: number[];
    /** The captures that are asked for. */
    jumps: number[][];
    /** Where the chosen piece can go, and what it passes on the way. */
    ends: number[];
    via: number[];
    capturing: boolean;
    /** Pieces that a capture has jumped so far. */
    jumped: number[];
    /** The arrows of moves that are advised, the best first, as paths of the picture. */
    hint: string | string[] | null;
  }

  /** What a board is told: without moves, only how it stands. */
  type Shown = Partial<Scene> & Pick<Scene, "board" | "flipped" | "numbers" | "focus">;
  /** A point of the window. */
  type At = { clientX: number; clientY: number };

  interface BoardConfig {
    motion: Motion;
    label?: string;
    /** Names a piece for screen readers. */
    piece: (letter: string) => string;
    /** A move that has begun. */
    selection?: () => number[] | null;
  }

  /** A piece of a board's picture, and where it is. */
  type Piece = { node: any; piece: string; x: number; y: number };

  /** What choosing a square does: `prefix` are the squares of the move that has begun, `next` those that it may go on to. */
  type Choice =
    | { kind: "play"; move: MoveView }
    | { kind: "extend"; prefix: number[] }
    | { kind: "ways"; prefix: number[]; next: number[] }
    | { kind: "select" }
    | { kind: "none" };

  /** A finger or a button that is down, from where, and the piece that it has taken. */
  type Press = { square: number | null; x: number; y: number; piece?: number; fresh: boolean; dragging: boolean; touch: boolean };

  /** What fingers, mouse and keys on a board mean. */
  interface Handlers {
    /** A finger goes down; which piece it takes. */
    press(square: number): { piece: number; fresh: boolean } | null;
    /** A square is chosen; `fresh` if the press has chosen it already. */
    activate(square: number, fresh: boolean): void;
    /** A dragged piece is let go; null where there is no dark square. */
    drop(square: number | null): void;
    canDrag(): boolean;
    cancel(): void;
    focus(square: number): void;
    /** Let go; whether there was anything. */
    escape(): boolean;
    /** Whether there are moves to walk through; a board that never has any leaves both out. */
    walks?(): boolean;
    wheel?(step: number): void;
  }

  /** The part of a state that a hand reads: squares of a move that has begun, and the square that Tab reaches. */
  type Begun = { selection: number[] | null; focus: number };

  /** What a hand must know, and what it lets its owner do. */
  interface Hand {
    board(): Board;
    legal(): MoveView[];
    mayMove(): boolean;
    /** Something is chosen anew. */
    begin(): void;
    /** A square was chosen by who may not move now. */
    wait(square: number): unknown;
    select(square: number): unknown;
    letGo(): unknown;
    /** Every piece to where it stands. */
    putBack(): unknown;
    /** Play a move whose first `stood` squares the piece has passed; `dropped`: it is already there. */
    play(move: MoveView, stood: number, dropped: boolean): unknown;
    /** A capture goes on, so far. */
    extend(prefix: number[]): unknown;
    /** The piece is on its way there. */
    extended(prefix: number[]): unknown;
    /** Several captures lead to a square, by way of others. */
    ways(square: number, next: number[]): unknown;
    /** Nothing can be done with a square; what was chosen stays. */
    none(square: number): unknown;
    /** Tab reaches another square. */
    focus(square: number): unknown;
  }

  /** A row of the list of moves; the first side's may be missing. */
  type MovePair = { number: number; first?: RecordedMoveView; second?: RecordedMoveView };

  /** What is played back; the owner reads it to draw. */
  interface PlaybackState {
    game: GameView | null;
    /** What the pieces show; behind the newest view while they move. */
    shown: { id: string; ply: number; position: PositionView } | null;
    /** The move that is on its way. */
    moving: MoveView | null;
    /** A move that the server has not confirmed. */
    pending: { ply: number; move: MoveView } | null;
    browsing: number | null;
  }

  interface Hooks {
    /** Draw everything now. */
    draw(): void;
    /** The board that the pieces should show now. */
    visible(): string;
    sound(name: "move" | "capture" | "crown"): void;
    /** Milliseconds for each leg of somebody else's capture. */
    leg(): number;
    /** Milliseconds for which a computer is seen to think. */
    pause(): number;
    /** Whether a side is played at this screen. */
    isOwn(game: GameView, side: Side): boolean;
    /** Whether moves come too fast to glide. */
    isFast(game: GameView): boolean;
    /** A move was shown. */
    landed(game: GameView, move: MoveView & { side: Side }): void;
    /** A move was shown among many. */
    skipped(game: GameView, move: RecordedMoveView): void;
    /** Moves were made while somebody looked back. */
    passed(): void;
    /** Everything is shown. */
    rest(): void;
  }

  /** The one state of the start page and the game. */
  interface PageState extends PlaybackState, Visited {
    page: "start" | "game" | null;
    /** What the server offers for a new game. */
    choices: OffersView | null;
    /** When the newest view came, in milliseconds of performance.now(). */
    received: number;
    /** Squares chosen: the piece, then the legs of its capture. */
    selection: number[] | null;
    /** Moves of the record that were seen before the newest view came. */
    seen: number;
    /** What is advised, and whether advice is asked for. */
    hint: HintView | null;
    hinting: boolean;
    /** Black at the bottom. */
    flipped: boolean;
    /** The square that Tab reaches. */
    focus: number;
    connected: boolean;
    /** When the connection was lost, in milliseconds of performance.now(). */
    lost: number;
    /** The server's sentence, where trying again is no use. */
    trouble: string | null;
    /** What has happened. Texts are functions: the theme names the sides. */
    news: (() => string) | null;
    /** Of what the person is doing. */
    remark: { text: () => string; refusal?: boolean; typed?: boolean } | null;
    /** A refusal beside its square. */
    bubble: { text: string; square: number } | null;
    /** The ply of a move that was made while somebody looked back. */
    missed: number | null;
    /** The game whose end was seen live, for the card; and whether the card is open. */
    finished: string | null;
    card: boolean;
    /** Whether somebody is asked if they really resign. */
    resigning: boolean;
    /** The game, the side and the move for which a low clock was announced. */
    warned: string;
    list: GameList;
    /** What the server says above the list, and why something failed. */
    notice: string;
    failure: string;
    /** The set-up while it is chosen. */
    setup: Form | null;
    /** The link that is shown. */
    invitation: InvitationView | null;
  }

  /** The list of the start page. */
  interface GameList {
    games: Listed[];
    /** The newest of all, whatever is listed. */
    newest: Listed[];
    /** Where the next part begins, if there is one. */
    next: string | null;
    opponents: OpponentView[];
    /** The filter. */
    state: string;
    opponent: string;
    /** Counts the questions for the list: an older answer does not replace a newer one. */
    asked: number;
    /** Whether the next part is on its way. */
    loading: boolean;
    deleted: Set<string>;
  }

  /** The set-up of a new game, as it is chosen. */
  interface Form {
    black: FormSeat;
    white: FormSeat;
    /** Whether a coin decides which side the person has. */
    coin: boolean;
    /** The side whose opponent the list sets. */
    listFor: Side;
    preset: string;
    /** What differs from the preset. */
    options: Record<string, any>;
    clock: FormClock;
    /** The person's own clock while the preset's takes its place. */
    clockBefore: FormClock | null;
    start: { kind: "standard" | "random-ballot" | "ballot" | "fen"; number: number; fen: string };
    pace: number;
    /** Whether computers may use their opening book. */
    book: boolean;
  }
  type FormSeat = { kind: string; opponent: string };
  type FormClock = { kind: "none" | "move" | "game"; move: number; minutes: number; increment: number };

  /** What has changed in a game: the moves after the first `kept`, and what else is not as it was. */
  type ChangeView = { kept: number; record: RecordedMoveView[]; game: Partial<GameView> };

  /** What the server says over the socket. */
  type LiveMessage =
    | { type: "view"; game: GameView }
    | { type: "change"; change: ChangeView }
    | { type: "thinking"; side: Side; depth: number }
    | { type: "gone"; error?: string }
    | { type: "pong" };

  /** A move of a line that is only shown, and the board after it. */
  interface Step {
    notation: string;
    side: Side;
    path: number[];
    captured: number[];
    board: string;
  }

  /** A line that the engine has found; points and chance are Black's. */
  interface Line {
    points: number;
    plies: number | null;
    winner: Side | null;
    chance: number;
    steps: Step[];
  }

  /** What the engine has found at a node. */
  interface Found {
    node: string;
    threat: boolean;
    number: number;
    turn: Side;
    thinking: boolean;
    depth: number;
    nodes: number;
    speed: number;
    seconds: number;
    lines: Line[];
  }

  /** What the server says over the socket of an analysis. */
  type ThinkingMessage =
    | { type: "hello"; threads: number; memory: number; version: number }
    | ({ type: "found" } & Found)
    | { type: "refused"; code: string; values: object }
    | { type: "changed"; version: number }
    | { type: "deleted" }
    | { type: "pong" };

  /** The one state of the analysis page. */
  interface AnalysisState extends Visited {
    /** The analysis that is shown; null: the list of them. */
    analysis: AnalysisView | null;
    /** The node that is shown; every move by its node; the nodes after each, the main line first. */
    at: string;
    nodes: Map<string, NodeView>;
    next: Map<string, string[]>;
    /** What the server said of nodes that were looked at. */
    details: Map<string, NodeDetailsView>;
    /** The connection on which the engine answers, its newest answer, and the question that was asked last. */
    live: { isOpen(): boolean; send(message: object): void; close(): void } | null;
    found: Found | null;
    question: { text: string; number: number };
    connected: boolean;
    /** How often the connection was lost. */
    losses: number;
    on: boolean;
    threat: boolean;
    limits: { threads: number; memory: number };
    /** Ranks of the lines that are shown to their end, and whether the engine's settings are open. */
    opened: Set<number>;
    options: boolean;
    /** A line that is shown on the board, up to one of its moves. */
    preview: { steps: Step[]; index: number; from: string } | null;
    selection: number[] | null;
    flipped: boolean;
    focus: number;
    /** Whether a change is under way, and how many moves glide to their squares. */
    busy: boolean;
    gliding: number;
    tab: string;
    /** The game that this began with, and its review. */
    played: GameView | null;
    review: ReviewView | null;
    /** Counts questions for a review; the answer to an older one is dropped. */
    poll: number;
    /** Whether a review was asked for, or stopped; the answer to that; why there is none. */
    asked: boolean;
    stopped: boolean;
    stopping: Promise<unknown>;
    unreviewed: string;
    /** Whether the graph is dragged. */
    held: boolean;
    /** The mistake that is tried again. */
    exercise: { ply: number; answer: TryView | null; busy: boolean; shown: boolean; line: Step[] } | null;
    /** What the evaluation counts, by analysis and node; null while it is asked for. */
    explained: Map<string, ExplainedView | null>;
    /** Squares that something is about. */
    pointed: number[];
    /** Text that the browser could not copy. */
    shared: string;
    message: string;
    /** Whether the message says what was done, not what went wrong. */
    calm: boolean;
    /** The list of analyses; from where it goes on, null at its end; the one that may be deleted; what was refused. */
    kept: AnalysisListView["analyses"] | null;
    more: number | null;
    sure: string;
    refused: string;
  }

  /** A board and whose turn it is, and the stroke or the typing that came after it: all of that is taken back as one. */
  interface EditorStep {
    board: string;
    turn: Side;
    stroke: object | null;
  }

  /** The one state of the editor. */
  interface EditorState extends Visited {
    /** 32 letters, of which any may be any piece. */
    board: string;
    turn: Side;
    rules: { preset: string; options: Record<string, any> };
    /** The server's last answer, about this board or one before. */
    draft: DraftView | null;
    /** Whether there is a board to show. */
    isOpen: boolean;
    /** The questions that are under way, and whether the board has changed since. */
    judging: Promise<void> | null;
    isStale: boolean;
    /** Counts boards that the server was asked for; the answer to an older question is dropped. */
    asked: number;
    /** The piece that is put where somebody clicks, or the eraser. */
    tool: string;
    flipped: boolean;
    focus: number;
    past: EditorStep[];
    future: EditorStep[];
    message: string;
    /** Why the text that was typed is no position. */
    unread: string;
    /** Whether the FEN was just copied. */
    copied: boolean;
    choices: OffersView | null;
  }

  /** What Play begins: the last new game of a person, without its position. */
  interface LastGame {
    request: Record<string, any>;
    side: Side | null;
    coin: boolean;
  }

}
