// The end of a game: resigning, the result in the panel, the card over the board, and the next game.

import * as api from "../lib/api.js";
import { confirm } from "../lib/dialogs.js";
import { byId, el, once, onClick, portrait, refill, setAttribute, setText } from "../lib/dom.js";
import { setPreference } from "../lib/page.js";
import { say } from "../lib/say.js";
import * as words from "../lib/words.js";
import * as actions from "./actions.js";
import { tellFailure } from "./announce.js";
import { openGame } from "./game.js";
import { token } from "./panel.js";
import { ask } from "./play.js";
import { openSetup } from "./setup.js";
import { game, isOver, lastGame, mayGoOn, mayReview, moment, onDraw, state } from "./state.js";
import { browse, focusBoard } from "./table.js";

const UNTOUCHED_MS = 400; // a tap that was meant for the board must not choose

// ---- endings and the next game

export async function resign() {
  if (game().outcome) return; // its end is being shown
  const mine = words.mySide(game(), state.visitor);
  const side = mine ?? game().position.turn;
  const text = mine ? say("play.resign.you") : say("play.resign.side", { side: words.sideName(side) });
  actions.askToResign(true);
  const isSure = await confirm(say("play.resign.title"), text, say("play.resign"), "confirm-resign",
    say("play.play-on"));
  actions.askToResign(false);
  if (isSure && !game().outcome) ask("resign", { side });
}

function offerDraw() {
  browse(null);
  if (!game().outcome) ask("draw", { action: "offer" });
}

/** Begin a game with the same set-up, and say so. */
const again = once(async (/** @type {object} */ body, /** @type {() => string} */ news) => {
  try {
    openGame(await api.post(game().id, "rematch", body), { news });
  } catch (error) {
    tellFailure(error);
  }
});

export const startAgain = () => again({}, () => say("play.new-game"));

/** The next game after this one; where the friend was quicker, this page is in it already. @param {object} body @param {() => string} news */
const goOn = (body, news) => game().outcome && again(body, news);

const rematch = () => goOn({}, () => say("play.new-game"));
const swapSides = () => goOn({ swap: true }, () => say("play.new-game-swapped"));

/** The level above the one that was just beaten. */
function nextLevel() {
  const mine = words.mySide(game(), state.visitor);
  if (!mine || game().outcome?.winner !== mine || !state.visitor.host) return null;
  const levels = state.choices?.levels ?? [];
  const beaten = levels.findIndex((one) => one.opponent === game().players[words.other(mine)].opponent);
  return beaten < 0 ? null : levels[beaten + 1] ?? null;
}

/** Play the next level, with everything else as it was; the start page offers it again. */
function climb() {
  const next = nextLevel();
  const mine = words.mySide(game(), state.visitor);
  if (!next || !mine) return;
  const before = lastGame(); // its rules and clock, where it was this game
  const isSame = before.opponent === game().players[words.other(mine)].opponent;
  const request = { ...(isSame && before.request), [mine]: "person", [words.other(mine)]: next.opponent };
  setPreference("last", { request, side: mine, coin: false });
  goOn({ opponent: next.opponent }, () => say("play.new-game-against", { player: next.name }));
}

const reviewAddress = () => `/analysis?game=${game().id}#review`;

// ---- the result in the panel, where what comes after takes the room of what goes on in a game

function drawResult() {
  if (!state.game) return;
  const isDone = isOver();
  if (isDone && state.resigning) byId("confirm-dialog", HTMLDialogElement).close("no");
  const during = ["hint", "offer-draw", "resign"].map((id) => byId(id));
  if (isDone && during.some((one) => one === document.activeElement)) focusBoard();
  for (const button of during) button.hidden = isDone;
  byId("result-swap").hidden = !isDone || !mayGoOn();
  byId("result-new").hidden = !isDone || !state.visitor.host;
  byId("result-review").hidden = !isDone || !mayReview();
  setAttribute(byId("result-review"), "href", reviewAddress());
  const result = byId("result");
  result.hidden = !isDone || !moment().present;
  if (result.hidden) return;
  const { title, reason } = words.result(game(), state.visitor);
  setText(byId("result-title"), title);
  setText(byId("result-reason"), reason);
  byId("result-rematch").hidden = !mayGoOn();
}

// ---- the card: how it ended, the score of the series, and what to play next

function drawFaces() {
  /** @type {Side} */
  const bottom = state.flipped ? "black" : "white";
  const faces = byId("end-faces");
  const { outcome, players } = game();
  refill(faces, [bottom, outcome, players], () =>
    [bottom, words.other(bottom)].map((side) => {
      const won = outcome?.winner === side ? "winner" : "";
      const face = players[side].portrait;
      return face ? portrait(face, won) : el("span", { class: `end-token ${won}` }, token(side));
    }));
}

function drawCard() {
  const card = byId("end");
  const isShown = Boolean(state.card && state.game?.outcome && moment().present);
  const isFocused = card.contains(document.activeElement);
  if (isShown && card.hidden) {
    card.style.pointerEvents = "none";
    setTimeout(() => (card.style.pointerEvents = ""), UNTOUCHED_MS);
  }
  card.hidden = !isShown;
  if (!isShown) return isFocused ? focusBoard() : undefined; // its button is gone
  const { title, reason } = words.result(game(), state.visitor);
  setText(byId("end-title"), title);
  setText(byId("end-reason"), reason);
  setText(byId("end-score"), words.score(game(), state.visitor));
  const next = nextLevel();
  byId("next-level").hidden = !next;
  if (next) setText(byId("next-level"), say("play.next-level", { level: next.name }));
  for (const id of ["rematch", "swap-sides"]) byId(id).hidden = !mayGoOn();
  byId("end-new").hidden = !state.visitor.host;
  byId("end-review").hidden = !mayReview();
  setAttribute(byId("end-review"), "href", reviewAddress());
  drawFaces();
}

export function listenToEnd() {
  const buttons = { rematch, "result-rematch": rematch, "swap-sides": swapSides, "result-swap": swapSides,
    "next-level": climb, "end-new": openSetup, "result-new": openSetup, "end-close": actions.closeCard, resign,
    "offer-draw": offerDraw };
  for (const [id, action] of Object.entries(buttons)) onClick(id, () => action());
  onDraw(drawResult);
  onDraw(drawCard);
}
