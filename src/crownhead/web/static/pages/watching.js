// Two computers play: pause, step and pace. Fetched with the first game of that kind.

import { byId, el, onClick, setText, sheet } from "../lib/dom.js";
import { isWatched } from "../lib/words.js";
import { ask, change } from "./play.js";
import { isOver, onDraw, state } from "./state.js";

const PACE_WAIT_MS = 200;
let timer = 0;

const paceWords = (pace) => (pace ? `${Number(pace.toFixed(2))} s` : "full speed");

function changePace({ target }) {
  const pace = Number(target.value);
  setText(byId("pace-text"), paceWords(pace));
  const id = state.game?.id;
  clearTimeout(timer);
  timer = setTimeout(() => state.game?.id === id && change({ pace }), PACE_WAIT_MS);
}

function draw() {
  const { game } = state;
  const shown = game && isWatched(game) && !isOver() && state.visitor.host; // guests only look
  byId("watching").hidden = !shown;
  if (!shown) return;
  setText(byId("pause"), game.paused ? "Continue" : "Pause");
  byId("step").disabled = !game.paused;
  const pace = byId("pace");
  if (document.activeElement === pace) return;
  pace.max = Math.max(5, game.pace);
  pace.value = game.pace;
  setText(byId("pace-text"), paceWords(game.pace));
}

const named = (tag, id, more = {}, ...children) => el(tag, { id, "data-testid": id, ...more }, ...children);

await sheet("watching");
byId("status").after(
  named("div", "watching", { class: "watching", role: "group", "aria-label": "Two computers playing", hidden: true },
    named("button", "pause", { type: "button" }, "Pause"), named("button", "step", { type: "button" }, "Step"),
    el("label", { class: "pace" }, "Time between moves",
      named("input", "pace", { type: "range", min: 0, max: 5, step: 0.1 }),
      named("output", "pace-text", { for: "pace" }))),
);
onClick("pause", () => change({ paused: !state.game?.paused }));
onClick("step", () => ask("step"));
byId("pace").addEventListener("input", changePace);
onDraw(draw);
draw();
