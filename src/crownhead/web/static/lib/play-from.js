// Playing on from a position: against whom, and which side.

import { choices as offers, newGame, refusalOf } from "./api.js";
import { radios, selectField } from "./controls.js";
import { el, once } from "./dom.js";

const PERSON = "person";
/** @type {Side[]} */
const SIDES = ["black", "white"];

/** Who has which side. @param {Side} side */
function seats(side, opponent) {
  return side === "black" ? { black: PERSON, white: opponent } : { black: opponent, white: PERSON };
}

/** Somebody played against before, else the first level. @param {OffersView} choices @param {LastGame | null} last */
function usual({ levels }, last) {
  const known = SIDES.map((side) => last?.request?.[side]).find((one) =>
    levels.some(({ opponent }) => opponent === one)
  );
  return known ?? levels[0].opponent;
}

/**
 * Ask, and begin the game; what is refused on the way there is thrown.
 * @param {HTMLDialogElement} dialog
 * @param {{ fen: string, turn: Side, words: Words, rules: { preset: string, options: any }, last: LastGame | null, choices: OffersView | null, begun?: (view: GameView) => void }} what
 */
export async function askPlay(dialog, { fen, turn, words, rules, last, choices, begun }) {
  const offered = choices ?? (await offers());
  let opponent = usual(offered, last);
  let side = turn;
  const error = el("p", { class: "error", role: "alert" });
  const start = once(async (event) => {
    event.preventDefault();
    try {
      const view = await newGame({ ...seats(side, opponent), rules, clock: { kind: "none" },
        start: { kind: "fen", fen } });
      begun?.(view);
      location.assign(`/game/${view.id}`);
    } catch (failure) {
      error.textContent = refusalOf(failure).message;
    }
  });
  const others = [...offered.levels.map((one) => [one.opponent, `${one.name} (${one.rating})`]), [PERSON,
    "Another person at this screen"]];
  dialog.replaceChildren(el("h2", { id: "play-title" }, "Play from here"),
    el("form", { method: "dialog", onsubmit: start },
      radios("play-side", "You play", SIDES.map((one) => [one, words.colour(one)]), side, (value) => (side = value)),
      selectField("play-opponent", "Against", others, opponent, (value) => (opponent = value)), error,
      el("div", { class: "dialog-buttons" }, el("button", { type: "button", onclick: () => dialog.close() }, "Cancel"),
        el("button", { class: "primary", type: "submit", "data-testid": "play-dialog-yes" }, "Play"))));
  dialog.showModal();
}
