// Clocks: the server says what is left, the page counts down between its views.

import { byId, el, setText } from "./elements.js";
import { play as sound } from "./sounds.js";
import { state } from "./state.js";
import { colourName } from "./words.js";
import { speakNow } from "./announce.js";

const TICK_MS = 100;
let warned = null; // what was last warned of: a side and a ply

/** Seconds that a side has left now. */
function secondsLeft(game, side) {
  const { clock } = game;
  const now = state.connected ? performance.now() : Math.max(state.lost, state.received); // unheard it stands
  const gone = clock.running === side ? (now - state.received) / 1000 : 0;
  return Math.max(0, clock[side] - gone);
}

function clockText(seconds) {
  if (seconds < 10) return `0:0${(Math.floor(seconds * 10) / 10).toFixed(1)}`;
  const whole = Math.floor(seconds);
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor((whole % 3600) / 60);
  const two = (number) => String(number).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}

export const clockNode = (side) => el("span", { class: "clock", id: `clock-${side}`, "data-testid": `clock-${side}`, role: "timer" });

/** A third of a move's time or a tenth of a game's, from 5 to 30 seconds. */
const lowAt = (clock) => Math.min(30, Math.max(5, clock.kind === "move" ? clock.seconds / 3 : clock.seconds / 10));

export function drawClocks() {
  const { game } = state;
  if (!game) return;
  for (const side of ["black", "white"]) {
    const node = byId(`clock-${side}`);
    node.hidden = game.clock.kind === "none";
    if (node.hidden) continue;
    const left = secondsLeft(game, side);
    const running = game.clock.running === side;
    const low = left <= lowAt(game.clock);
    setText(node, clockText(left));
    node.classList.toggle("running", running);
    node.classList.toggle("low", low && (running || left < 5));
    if (low && running && game.players[side].kind === "person") warn(game, side, left);
  }
}

function warn(game, side, left) {
  const what = `${game.id} ${side} ${game.clock.kind === "move" ? game.ply : ""}`;
  if (warned === what || left <= 0) return;
  warned = what;
  sound("low");
  speakNow(`${colourName(side)} has ${Math.ceil(left)} seconds left.`);
}

export function startClocks() {
  setInterval(drawClocks, TICK_MS);
}
