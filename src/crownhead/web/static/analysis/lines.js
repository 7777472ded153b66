// What the engine has found, in words and numbers: the bar of chances, the best lines, its settings.

import { byId, el, numberField, selectField, setAttribute, setText } from "../lib/dom.js";
import { other, plural } from "../lib/words.js";
import { choose, LIMITS, settings, thinkOn, turnOn, turnThreat } from "./engine.js";
import { foundHere, onDraw, place, position, redraw, say, state, words } from "./state.js";
import { playLine, preview } from "./walking.js";

const EVEN = 5; // hundredths of a man below which nobody is ahead
const SPOKEN_MS = 1500;
let drawn = "";
let spoken = 0;

const inMoves = (plies) => plural(Math.ceil(plies / 2), "move");

/** "Red wins in 5 moves", "Red +0.35", "Even". @param {Pick<Line, "points" | "plies" | "winner">} line */
export function standing({ points, plies, winner }) {
  if (winner) return `${words.colour(winner)} wins${plies ? ` in ${inMoves(plies)}` : ""}`;
  if (Math.abs(points) < EVEN) return "Even";
  return `${words.colour(points > 0 ? "black" : "white")} +${(Math.abs(points) / 100).toFixed(2)}`;
}

/** What the endgame tables say here, or nothing. */
export function tablesWords() {
  const known = place()?.tables;
  if (!known) return "";
  const { turn } = position();
  if (known.outcome === "draw") return "A draw by the endgame tables";
  const winner = words.colour(known.outcome === "win" ? turn : other(turn));
  return `${winner} wins${known.plies ? ` in ${inMoves(known.plies)}` : ""} by the endgame tables`;
}

const shortNumber = (
  count,
) => (count < 1e3
  ? String(count)
  : count < 1e6
  ? `${Math.round(count / 1e3)} thousand`
  : `${(count / 1e6).toFixed(1)} million`);

/** How the engine stands, and how fast it is: where there is little room, that is left out. @param {Found | null} found */
function factsOf(found) {
  if (!state.on) return ["off", ""];
  if (!state.connected) return ["not connected", ""];
  if (!found) return [place()?.over ? "" : "thinking", ""];
  if (!found.lines.length) return ["", ""];
  return [`depth ${found.depth}`, `, ${shortNumber(found.speed)} positions a second`];
}

/** @param {Found | null} found */
function drawFacts(found) {
  const [stands, fast] = factsOf(found);
  setText(byId("facts-depth"), stands);
  setText(byId("facts-speed"), fast);
}

/** Whose moves the lines begin with, where that is not the side to move. */
const threatWords = () => `If it were ${words.colour(other(position().turn))}'s turn:`;

function drawTurn() {
  const line = state.preview;
  const turn = line ? other(line.steps[line.index].side) : position().turn;
  const over = !line && place()?.over;
  setAttribute(byId("to-move-disc"), "class", `disc ${over ? other(turn) : turn}`);
  setText(byId("to-move-text"), over ? `${words.colour(other(turn))} has won` : `${words.colour(turn)} to move`);
}

/** Black's winning chance at the place that is shown. */
export function chanceHere() {
  if (state.exercise) return null; // nobody should see the answer
  const known = place();
  const { turn } = position();
  if (known?.over) return turn === "black" ? 0 : 1;
  if (known?.tables)
    return known.tables.outcome === "draw"
      ? 0.5
      : Number((known.tables.outcome === "win") === (turn === "black"));
  const found = state.threat ? null : foundHere();
  return found?.lines[0]?.chance ?? null;
}

let lastChance = 0.5;

function drawBar() {
  const chance = chanceHere();
  const known = chance !== null || (state.on && !state.exercise); // the engine will say more in a moment
  lastChance = chance ?? (known ? lastChance : 0.5);
  const below = state.flipped ? lastChance : 1 - lastChance;
  const fill = byId("bar-fill");
  fill.style.setProperty("--share", String(below));
  fill.className = state.flipped ? "black" : "white";
  byId("bar").className = `bar ${state.flipped ? "white" : "black"}${known ? "" : " unknown"}`;
  const side = lastChance >= 0.5 ? "black" : "white";
  const percent = Math.round(Math.max(lastChance, 1 - lastChance) * 100);
  setText(byId("bar-text"), known ? String(percent) : "");
  byId("bar").dataset.best = (side === "black") === state.flipped ? "below" : "above";
  setAttribute(byId("bar"), "aria-valuenow", Math.round(lastChance * 100));
  setAttribute(byId("bar"), "aria-valuetext", known ? `${words.colour(side)} ${percent}%` : "not known");
}

let pointer = ""; // where the mouse was last
const whereabouts = ({ clientX, clientY }) => `${clientX} ${clientY}`;

/** Whether somebody points with the mouse: new lines may come under one that stands still. */
const points = (event) => event.pointerType === "mouse" && whereabouts(event) !== pointer;

/** A move of a line: pointing at it shows it on the board, choosing it plays the line up to there. @param {Line} line @param {boolean} playable */
function stepButton(line, index, playable) {
  const { steps } = line;
  const show = () => preview(steps, index);
  return el("button", {
    type: "button",
    class: "step",
    "aria-label": `${steps[index].notation}${playable ? ", play up to here" : ""}`,
    onpointerenter: (event) => points(event) && show(),
    onfocus: (event) => event.target.matches(":focus-visible") && show(),
    onclick: () => (playable ? playLine(steps, index) : show()),
  }, steps[index].notation);
}

/** Lines that are shown to their end, by rank. @type {Set<number>} */
const opened = new Set();

/** @param {Line} line @param {number} rank @param {boolean} threat */
function lineRow(line, rank, threat) {
  const better = line.winner ?? (Math.abs(line.points) < EVEN ? null : line.points > 0 ? "black" : "white");
  const whole = opened.has(rank);
  const more = el("button", {
    type: "button",
    class: "quiet whole",
    "aria-expanded": String(whole),
    "aria-label": "The whole line",
    title: "The whole line",
    onclick: () => {
      if (!opened.delete(rank)) opened.add(rank);
      row.classList.toggle("open", opened.has(rank));
      more.setAttribute("aria-expanded", String(opened.has(rank)));
    },
  });
  const row = el("li", { class: whole ? "open" : "" },
    el("span", { class: "score" }, el("i", { class: better ? `disc ${better}` : "disc none" }), standing(line)),
    el("span", { class: "steps" }, ...line.steps.map((_, index) => stepButton(line, index, !threat))), more);
  return row;
}

function drawLines() {
  const found = foundHere();
  const list = byId("lines");
  const key = JSON.stringify([found?.lines, state.threat, state.preferences.theme]);
  if (key === drawn) return;
  // What somebody points at stays until they point elsewhere.
  if (found?.lines.length && list.matches(":hover, :focus-within") && state.preview) return;
  drawn = key;
  list.replaceChildren(...(found?.lines ?? []).map((line, rank) => lineRow(line, rank, found?.threat ?? false)));
  clearTimeout(spoken);
  if (found?.lines.length) spoken = setTimeout(() => say(spokenLine()), SPOKEN_MS);
}

function spokenLine() {
  const [best] = foundHere()?.lines ?? [];
  if (!best) return "";
  return `${state.threat ? threatWords() : "Best line:"} ${
    best.steps.slice(0, 5).map(({ notation }) => notation).join(", ")
  }. ${standing(best)}.`;
}

function drawEngine() {
  const found = foundHere();
  setAttribute(byId("engine-on"), "aria-checked", state.on);
  setAttribute(byId("threat"), "aria-pressed", state.threat);
  const threat = state.threat && state.on && !state.exercise;
  byId("threat-note").hidden = !threat;
  setText(byId("threat-note"), threat ? threatWords() : "");
  byId("board").classList.toggle("threatening", threat);
  drawTurn();
  drawFacts(found);
  byId("engine").classList.toggle("thinking", Boolean(state.on && (found?.thinking ?? !place()?.over)));
  const more = byId("engine-more");
  more.hidden = !(found && !found.thinking && found.lines.length && !found.lines[0].winner);
  byId("connection").hidden = state.connected;
  setText(byId("connection"), state.connected ? "" : "Crownhead does not answer. Your analysis is kept; trying again…");
  drawBar();
  drawLines();
}

function options() {
  const { lines, seconds, threads, memory } = settings();
  const { threads: mostThreads, memory: mostMemory } = state.limits;
  const sizes = [16, 32, 64, 128, 256, 512, 1024].filter((size) => size <= Math.max(mostMemory, 16));
  return [
    numberField("engine-lines", "Lines", lines, [1, LIMITS.lines], (value) => choose({ lines: value })),
    numberField("engine-seconds", "Seconds for a position", seconds, [1, LIMITS.seconds],
      (value) => choose({ seconds: value })),
    numberField("engine-threads", "Processor cores", threads, [1, mostThreads], (value) => choose({ threads: value })),
    selectField("engine-memory", "Memory", sizes.map((size) => [size, `${size} MB`]), memory,
      (value) => choose({ memory: value })),
  ];
}

export function buildEngine() {
  byId("facts").after(
    el("button", { type: "button", class: "quiet", id: "engine-more", hidden: true, onclick: thinkOn,
      "data-testid": "engine-more" }, "Think on"),
  );
  byId("engine-on").addEventListener("click", () => turnOn(!state.on));
  byId("threat").addEventListener("click", () => turnThreat(!state.threat));
  byId("engine-settings").addEventListener("click", () => {
    const box = byId("engine-options");
    box.hidden = !box.hidden;
    byId("engine-settings").setAttribute("aria-expanded", String(!box.hidden));
    if (!box.hidden) box.replaceChildren(...options());
  });
  byId("lines").addEventListener("pointermove", (event) => {
    pointer = whereabouts(event);
  });
  byId("lines").addEventListener("pointerleave", () => {
    if (state.preview) state.preview = null;
    redraw();
  });
  onDraw(drawEngine);
}
