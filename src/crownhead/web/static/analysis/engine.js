// The engine's side of the page: it is asked about the place that is shown, and told to stop when nobody looks.

import { setPreference } from "../lib/page.js";
import { sendComments } from "./comments.js";
import { redraw, state, tell } from "./state.js";
import { catchUp, endPreview, know } from "./walking.js";

const RETRY_MS = 1000;
/** @type {WebSocket | null} */
let socket = null;
let retry = 0;
let asked = "";
let number = 0; // of the question that was asked last
let gone = () => {};

/** Be told when the analysis that is shown has been deleted. */
export function onGone(listener) {
  gone = listener;
}

/** What may be chosen. */
export const LIMITS = { lines: 5, seconds: 600 };

const USUAL = { lines: 3, seconds: 30, threads: 1, memory: 32 };

/** How the engine thinks here. */
export function settings() {
  const { threads, memory } = state.limits;
  const chosen = { ...USUAL, ...state.preferences.engine };
  return { ...chosen, threads: Math.min(chosen.threads, threads), memory: Math.min(chosen.memory, memory) };
}

export function choose(what) {
  setPreference("engine", { ...settings(), ...what });
  asked = "";
  think();
}

/** Nobody should see the answer of an exercise. */
const isLookedAt = () => state.on && !document.hidden && state.analysis !== null && !state.exercise;

/** Whether the engine is seen to think; the lines that it has found stay. */
function seem(thinking) {
  if (state.found) state.found = { ...state.found, thinking };
}

/** Ask about the place that is shown, or stop. */
export function think() {
  if (socket?.readyState !== 1) return;
  const { lines, seconds, threads, memory } = settings();
  const thinks = isLookedAt();
  const wanted = thinks
    ? { type: "think", node: state.at, lines, seconds, threads, memory, threat: state.threat }
    : { type: "stop" };
  const text = JSON.stringify(wanted);
  if (text === asked) return;
  asked = text;
  number += 1;
  socket.send(JSON.stringify(thinks ? { ...wanted, number } : wanted));
  seem(thinks);
  redraw();
}

/** Think about the same place for longer. */
export function thinkOn() {
  asked = "";
  think();
}

export function turnOn(on) {
  state.on = on;
  if (!on) endPreview(); // it may be one of the engine's lines
  setPreference("engine", { ...settings(), on });
  think();
  redraw();
}

export function turnThreat(threat) {
  state.threat = threat;
  think();
  redraw();
}

/** @param {ThinkingMessage} message */
function hear(message) {
  if (message.type === "hello") {
    state.limits = { threads: message.threads, memory: message.memory };
    know(state.at); // it may not have been answered before
    catchUp(message.version);
    sendComments(); // which could not be stored before
    think();
  } else if (message.type === "found") {
    const { type: _, ...found } = message;
    if (found.number === number && found.node === state.at && found.threat === state.threat) state.found = found;
  } else if (message.type === "refused") {
    seem(false);
    tell(message.error);
  } else if (message.type === "changed") {
    catchUp(message.version);
  } else if (message.type === "deleted") {
    disconnect();
    gone();
  }
  redraw();
}

/** Talk to the engine about an analysis, again and again if the connection is lost. */
export function connect(id) {
  clearTimeout(retry);
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  const mine = new WebSocket(`${scheme}://${location.host}/api/analyses/${id}/live`);
  socket = mine;
  asked = "";
  mine.addEventListener("open", () => {
    if (!state.connected) state.message = ""; // such as that nobody answers
    state.connected = true;
    redraw();
  });
  mine.addEventListener("message", ({ data }) => hear(JSON.parse(data)));
  mine.addEventListener("close", () => {
    if (socket !== mine) return;
    socket = null;
    state.connected = false;
    state.losses += 1;
    seem(false);
    redraw();
    retry = setTimeout(connect, RETRY_MS, id);
  });
}

export function disconnect() {
  clearTimeout(retry);
  const old = socket;
  socket = null;
  old?.close();
}

document.addEventListener("visibilitychange", think);
