// Clocks: the server says what is left, the page counts down between its views.

import { byId, setText } from "../lib/dom.js";
import { plural } from "../lib/words.js";
import { speakNow } from "./announce.js";
import { sound } from "./sound.js";
import { moment, onDraw, state, words } from "./state.js";

const TICK_MS = 100;
let warned = ""; // what was last warned of: a side and a ply

/** Seconds that a side has left now. @param {GameView} game */
function secondsLeft({ clock }, side) {
  const now = state.connected ? performance.now() : Math.max(state.lost, state.received); // unheard it stands
  const gone = clock.running === side ? (now - state.received) / 1000 : 0;
  return Math.max(0, (clock[side] ?? 0) - gone);
}

function clockText(seconds) {
  if (seconds < 10) return `0:0${(Math.floor(seconds * 10) / 10).toFixed(1)}`;
  const whole = Math.floor(seconds);
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor((whole % 3600) / 60);
  const two = (number) => String(number).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}

/** A third of a move's time, or a tenth of a game's but at least 5 seconds; at most 30. @param {ClockView} clock */
const lowAt = ({ kind, seconds }) => Math.min(30, kind === "move" ? seconds / 3 : Math.max(5, seconds / 10));

function drawClocks() {
  const { game } = state;
  if (!game || game.clock.kind === "none") return;
  const { position: { turn }, past } = moment();
  for (const side of /** @type {const} */ (["black", "white"])) {
    const node = byId(`clock-${side}`);
    const left = secondsLeft(game, side);
    const running = game.clock.running === side;
    const low = left <= lowAt(game.clock) && (running || game.clock.kind === "game");
    setText(node, clockText(left));
    // Of the moment that is shown; but to who looks back, the one that runs now.
    node.classList.toggle("running", past ? running : Boolean(game.clock.running) && side === turn);
    node.classList.toggle("low", low);
    if (low && running && words.mySides(game).includes(side)) warn(game, side, left);
  }
}

/** @param {GameView} game */
function warn(game, side, left) {
  const what = `${game.id} ${side} ${game.clock.kind === "move" ? game.ply : ""}`;
  if (warned === what || left <= 0) return;
  warned = what;
  sound("low");
  speakNow(`${words.colour(side)} has ${plural(Math.ceil(left), "second")} left.`);
}

export function startClocks() {
  setInterval(drawClocks, TICK_MS);
  onDraw(drawClocks);
  drawClocks();
}
