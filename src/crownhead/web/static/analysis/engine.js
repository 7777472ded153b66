// What the engine has found: the bar of chances, the best lines, and its settings.

import { byId, el, numberField, onClick, refill, selectField, setAttribute, setText } from "../lib/dom.js";
import { speak } from "../lib/page.js";
import { say } from "../lib/say.js";
import { other, sideName } from "../lib/words.js";
import { ask, endPreview, playLine, preview, setEngine, toggleLine, toggleOptions, turnOn,
  turnThreat } from "./actions.js";
import { chanceHere, details, foundHere, LIMITS, position, settings, state } from "./state.js";
import { ahead, sayChance, sayLine, saySpeed, sayStanding } from "./words.js";

const SPOKEN_MS = 1500; // after which a line that stays is spoken
const MEGABYTES = [16, 32, 64, 128, 256, 512, 1024];

/** What the engine is doing, and how fast; a narrow window leaves the second out. @param {Found | null} found @returns {[string, string]} */
function facts(found) {
  if (!state.on) return [say("analysis.engine.off"), ""];
  if (!state.connected) return [say("analysis.engine.not-connected"), ""];
  if (!found) return [details()?.over ? "" : say("analysis.engine.thinking"), ""];
  if (!found.lines.length) return ["", ""];
  return [say("analysis.engine.depth", { depth: found.depth }), saySpeed(found.speed)];
}

function drawTurn() {
  const { preview: line } = state;
  const turn = line ? other(line.steps[line.index].side) : position().turn;
  const over = !line && details()?.over;
  setAttribute(byId("to-move-disc"), "class", `disc ${over ? other(turn) : turn}`);
  setText(byId("to-move-text"),
    over ? say("game.won", { player: sideName(other(turn)) }) : say("game.to-move", { player: sideName(turn) }));
}

/** Draw the bar; while the engine begins, it stays as it was. @param {number} before @returns {number} the chance it shows */
function drawBar(before) {
  const found = chanceHere();
  const known = found !== null || (state.on && !state.exercise);
  const chance = found ?? (known ? before : 0.5);
  const isBlack = chance >= 0.5;
  const [bar, fill] = [byId("bar"), byId("bar-fill")];
  fill.style.setProperty("--share", String(state.flipped ? chance : 1 - chance));
  fill.className = state.flipped ? "black" : "white";
  bar.className = `bar ${state.flipped ? "white" : "black"}${known ? "" : " unknown"}`;
  bar.dataset.best = isBlack === state.flipped ? "below" : "above";
  setText(byId("bar-text"), known ? String(Math.round(100 * Math.max(chance, 1 - chance))) : "");
  setAttribute(bar, "aria-valuenow", Math.round(chance * 100));
  setAttribute(bar, "aria-valuetext", known ? sayChance(chance) : say("analysis.chance-unknown"));
  return chance;
}

/** @param {Line} line @param {number} rank @param {(event: PointerEvent) => boolean} isPointing */
function lineRow(line, rank, isPointing) {
  const playable = !state.threat;
  const steps = line.steps.map(({ notation }, index) => {
    const show = () => preview(line.steps, index);
    return el("button", { class: "step",
      "aria-label": playable ? say("analysis.play-to", { move: notation }) : notation,
      onpointerenter: (event) => isPointing(event) && show(),
      onfocus: ({ currentTarget }) => /** @type {HTMLElement} */ (currentTarget).matches(":focus-visible") && show(),
      onclick: () => (playable ? playLine(line.steps, index) : show()) }, notation);
  });
  return el("li", {},
    el("span", { class: "score" }, el("i", { class: `disc ${ahead(line) ?? "none"}` }), sayStanding(line)),
    el("span", { class: "steps" }, ...steps),
    el("button", { class: "quiet whole", "data-focus": `whole-${rank}`, "aria-label": say("analysis.whole-line"),
      title: say("analysis.whole-line"), onclick: () => toggleLine(rank) }));
}

function drawLines(/** @type {(event: PointerEvent) => boolean} */ isPointing) {
  const lines = foundHere()?.lines ?? [];
  const list = byId("lines");
  const isUsed = lines.length && state.preview && list.matches(":hover, :focus-within");
  const isNew = !isUsed // the line that is pointed at stays
    && refill(list, [lines, state.threat, state.preferences.theme],
      () => lines.map((line, rank) => lineRow(line, rank, isPointing)));
  for (const [rank, row] of [...list.children].entries()) {
    row.classList.toggle("open", state.opened.has(rank));
    row.lastElementChild?.setAttribute("aria-expanded", String(state.opened.has(rank)));
  }
  return isNew;
}

function drawOptions() {
  const now = settings();
  const { threads, memory } = state.limits;
  byId("engine-options").hidden = !state.options;
  setAttribute(byId("engine-settings"), "aria-expanded", state.options);
  /** @param {"lines" | "seconds" | "threads"} name @param {number} most */
  const field = (name, most) =>
    numberField(`engine-${name}`, say(`analysis.engine.${name}`), now[name], [1, most], (value) =>
      setEngine({ [name]: value }));
  /** @type {[number, string][]} */
  const sizes = MEGABYTES.filter((size) => size <= Math.max(memory, MEGABYTES[0]))
    .map((size) => [size, say("size.megabytes", { size: String(size) })]);
  refill(byId("engine-options"), [state.options, threads, memory], () => [
    field("lines", LIMITS.lines),
    field("seconds", LIMITS.seconds),
    field("threads", threads),
    selectField("engine-memory", say("analysis.engine.memory"), sizes, now.memory,
      (value) => setEngine({ memory: value })),
  ]);
}

/** Make the engine's part of the page; returns how it is drawn. */
export function buildEngine() {
  let chance = 0.5;
  let pointer = ""; // where the mouse was last
  let spoken = 0;

  const pointOf = (/** @type {PointerEvent} */ { clientX, clientY }) => `${clientX} ${clientY}`;
  /** New lines may come under a mouse that stands still. @param {PointerEvent} event */
  const isPointing = (event) => event.pointerType === "mouse" && pointOf(event) !== pointer;

  onClick("engine-more", () => ask({ again: true }));
  onClick("engine-on", () => turnOn(!state.on));
  onClick("threat", () => turnThreat(!state.threat));
  onClick("engine-settings", toggleOptions);
  byId("lines").addEventListener("pointermove", (event) => (pointer = pointOf(event)));
  byId("lines").addEventListener("pointerleave", endPreview);

  return () => {
    const found = foundHere();
    const threat = state.threat && state.on && !state.exercise;
    const mover = other(position().turn);
    setAttribute(byId("engine-on"), "aria-checked", state.on);
    setAttribute(byId("threat"), "aria-pressed", state.threat);
    byId("threat-note").hidden = !threat;
    setText(byId("threat-note"), threat ? say("analysis.threat", { side: sideName(mover) }) : "");
    byId("board").classList.toggle("threatening", threat);
    drawTurn();
    const [stands, fast] = facts(found);
    setText(byId("facts-depth"), stands);
    setText(byId("facts-speed"), fast);
    byId("engine").classList.toggle("thinking", Boolean(state.on && (found?.thinking ?? !details()?.over)));
    byId("engine-more").hidden = !(found && !found.thinking && found.lines.length && !found.lines[0].winner);
    byId("connection").hidden = state.connected;
    setText(byId("connection"), state.connected ? "" : say("analysis.connection"));
    chance = drawBar(chance);
    if (drawLines(isPointing)) {
      clearTimeout(spoken);
      const best = found?.lines[0];
      if (best) spoken = setTimeout(() => speak(sayLine(best, state.threat ? mover : null)), SPOKEN_MS);
    }
    drawOptions();
  };
}
