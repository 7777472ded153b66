// The opening explorer beside a game: help that somebody has asked for. It takes the place of the list of moves.

import { createExplorer } from "../explorer/explorer.js";
import { byId, el, icon, sheet } from "../lib/dom.js";
import { game, moment, onDraw, state } from "./state.js";

/** the explorer that is open, and beside which game @type {{ id: string, box: HTMLElement, explorer: ReturnType<typeof createExplorer> } | null} */
let open = null;

const record = () => /** @type {HTMLElement} */ (document.querySelector(".record"));

function close() {
  open?.box.remove();
  open = null;
  record().classList.remove("exploring");
}

function draw() {
  if (!open) return;
  if (state.page !== "game" || state.game?.id !== open.id) return close();
  open.explorer.show({ position: moment().position, rules: state.game.rules, flipped: state.flipped,
    look: state.preferences.theme });
}

/** Open it, or close it if it is open. */
export async function toggleExplorer() {
  if (open) return close();
  await sheet("explorer");
  const { id } = game();
  const part = el("div", {});
  const box = el("section", { class: "explorer-box", "aria-label": "Opening explorer", "data-testid": "explorer" },
    el("div", { class: "explorer-title" }, el("p", {}, "This is help: what others have played here."),
      el("button", { type: "button", class: "quiet round", "aria-label": "Close the explorer",
        "data-testid": "explorer-close", onclick: () => {
          close();
          byId("menu").focus();
        } }, icon("close"))), part);
  record().classList.add("exploring");
  record().prepend(box);
  open = { id, box, explorer: createExplorer(part, { source: state.preferences.explorer ?? "" }) };
  draw();
  part.querySelector("select")?.focus();
}

onDraw(draw);
