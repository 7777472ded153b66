// The end of a game: resigning, the result in the panel, and the next game. Fetched with the first of them.

import * as api from "../lib/api.js";
import { byId, el, icon, once, setAttribute, setText, sheet, svg } from "../lib/dom.js";
import { newGame, openGame } from "./actions.js";
import { refuse } from "./announce.js";
import { confirm } from "./lazily.js";
import { ask } from "./play.js";
import { game, isOver, moment, onDraw, redraw, state, words } from "./state.js";
import { focusBoard } from "./table.js";

/** Begin a game with the same set-up, and say so. */
const again = once(async (body, said) => {
  try {
    openGame(await api.post(game().id, "rematch", body), { words: said });
  } catch (error) {
    refuse(api.sentenceOf(error));
  }
});

export const startAgain = () => again({}, "A new game.");
/** The next game after this one; where the friend was quicker, this page is in it already. */
const goOn = (body, said) => game().outcome && again(body, said);
export const rematch = () => goOn({}, "A new game.");
export const swapSides = () => goOn({ swap: true }, "A new game with the sides swapped.");
export const playAgainst = (opponent, name) => goOn({ opponent }, `A new game against ${name}.`);

/** Whether this browser may look for mistakes; there are none where nobody has moved. */
export const mayReview = () => state.visitor.host && game().ply > 0;

/** Where the mistakes of this game are shown. */
export const reviewAddress = () => `/analysis?game=${game()?.id}#review`;

/** Whether this browser may begin the next game. */
export const mayGoOn = () => words.mySides(game()).length > 0 || state.visitor.host;

let asking = false; // whether somebody really resigns

export async function resign() {
  if (game().outcome) return; // its end is being shown
  const side = words.mySide(game()) ?? game().position.turn;
  const text = words.mySide(game()) ? "You lose the game." : `${words.colour(side)} loses the game.`;
  asking = true;
  const sure = await confirm("Resign?", text, "Resign", "confirm-resign", "Play on");
  asking = false;
  if (sure && !game().outcome) ask("resign", { side });
}

// ---- the result

const named = (tag, id, more = {}, ...children) => el(tag, { id, "data-testid": id, ...more }, ...children);

/** A small button, which has room for the first word alone. */
const tool = (id, image, text, action) =>
  named("button", id, { type: "button", class: "quiet", hidden: true, title: text, "aria-label": text,
    onclick: action }, icon(image), el("span", {}, text.split(" ")[0]));

const result = named("div", "result", { class: "result", hidden: true }, named("strong", "result-title"),
  named("span", "result-reason"),
  named("button", "result-rematch", { type: "button", class: "primary", onclick: rematch }, "Rematch"));
const swap = tool("result-swap", "swap", "Swap sides", swapSides);
const review = named("a", "result-review", { class: "button quiet", hidden: true }, icon("look"),
  el("span", {}, "Review"));
const fresh = tool("result-new", "plus", "New game", () => newGame());

/** What goes on in a game gives its room to what comes after. */
function draw() {
  const over = isOver();
  if (over && asking) byId("confirm-dialog").close("no");
  const during = ["hint", "offer-draw", "resign"].map((id) => byId(id));
  if (over && during.includes(document.activeElement)) focusBoard();
  for (const button of during) button.hidden = over;
  swap.hidden = !over || !mayGoOn();
  fresh.hidden = !over || !state.visitor.host;
  review.hidden = !over || !mayReview();
  setAttribute(review, "href", reviewAddress());
  result.hidden = !over || !moment().present;
  if (result.hidden) return;
  const { title, reason } = words.result(game());
  setText(result.children[0], title);
  setText(result.children[1], reason);
  byId("result-rematch").hidden = !mayGoOn();
}

byId("sprite", SVGElement).append(
  svg("path", { id: "i-swap", d: "M7 3.5 3.5 7 7 10.5M4 7h16M17 13.5l3.5 3.5-3.5 3.5M20 17H4" }),
);
await sheet("over");
byId("message").after(result);
byId("menu").before(review, swap, fresh);
onDraw(draw);
draw();
redraw(); // it takes the place of the turn
