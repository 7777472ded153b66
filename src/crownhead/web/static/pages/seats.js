// Who plays: another opponent, or a person, while a game goes on.

import * as api from "../lib/api.js";
import { openDialog } from "../lib/dialogs.js";
import { byId, el, portrait, setAttribute, setText } from "../lib/dom.js";
import { other } from "../lib/words.js";
import { offered, SIDES } from "./setup-form.js";
import { onDraw, state, words } from "./state.js";

/** @typedef {(seats: Partial<Record<Side, string>>) => Promise<boolean>} Change */

/** @type {GameView} */
let shown;

/** @param {OpponentView} one */
const option = ({ opponent, number, name, rating }) =>
  el("option", { value: opponent }, `${number ? `${number} ` : ""}${name}${rating ? ` (${rating})` : ""}`);

/** @param {OffersView} choices @param {Side} side */
function select(choices, side) {
  const { opponent, name } = shown.players[side];
  const rare = opponent !== "person" && !offered(choices, opponent) ? el("option", { value: opponent }, name) : null;
  // The person's own seat is the less likely one to be changed.
  const testid = side === other(words.mySide(shown) ?? "black") ? "level-select" : "player-select";
  return el("select", { name: side, "data-testid": testid }, el("option", { value: "person" }, "Person"), rare,
    el("optgroup", { label: "Levels" }, ...choices.levels.map(option)),
    el("optgroup", { label: "Classic opponents" }, ...choices.classic.map(option)));
}

/** @param {OffersView} choices @param {Side} side @param {Change} change */
function row(choices, side, change) {
  const field = select(choices, side);
  const error = byId("seats").querySelector("[role='alert']");
  field.addEventListener("change", async () => {
    const before = shown.players[side].opponent;
    drawFace(field);
    setText(error, "");
    if (await change({ [side]: field.value })) return;
    field.value = before;
    drawFace(field);
    setText(error, state.remark?.text ?? "That could not be changed.");
  });
  return el("div", { class: "detail" }, portrait(null), el("label", { class: "field" }, words.colour(side), field));
}

/** The face of whoever is chosen. @param {HTMLSelectElement} field */
function drawFace(field) {
  const face = /** @type {Element} */ (field.closest(".detail")?.querySelector(".portrait"));
  const { src } = portrait(
    offered(/** @type {OffersView} */ (state.choices), field.value)?.portrait
      ?? (field.value === "person" ? null : "classic"),
  );
  setAttribute(face, "src", src);
}

/** Others may change who plays, too; a list that somebody is in stays as it is. */
function drawSeats() {
  if (!byId("seats-dialog").open || state.game?.id !== shown.id) return;
  shown = state.game;
  for (const field of byId("seats").querySelectorAll("select")) {
    if (field === document.activeElement) continue;
    field.value = shown.players[/** @type {Side} */ (field.name)].opponent;
    drawFace(field);
  }
}

onDraw(drawSeats);

/** Let somebody else play; `change` tells the server and whether it was done. @param {GameView} game @param {Change} change */
export async function openSeats(game, change) {
  state.choices ??= await api.choices();
  shown = game;
  const error = el("p", { class: "setup-error", role: "alert" });
  const seats = byId("seats");
  seats.replaceChildren(error);
  seats.prepend(...SIDES.map((side) => row(/** @type {OffersView} */ (state.choices), side, change)));
  for (const field of seats.querySelectorAll("select")) {
    field.value = game.players[/** @type {Side} */ (field.name)].opponent;
    drawFace(field);
  }
  openDialog("seats-dialog");
}
