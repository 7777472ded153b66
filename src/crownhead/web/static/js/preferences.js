// The person's settings: kept by the server, as the address changes; a copy here avoids a flash.

import * as api from "./api.js";
import { redraw, state } from "./state.js";

const COPY = "crownhead-preferences";
const KEEP_MS = 400;

const USUAL = {
  theme: "classic",
  mode: "auto", // auto, light or dark
  sound: true,
  motion: "auto", // auto, full or reduced
  leg: 600, // milliseconds for each leg of the computer's captures
  numbers: true,
  keys: true, // single-letter shortcuts
  setup: null, // the last new game
};

const ALLOWED = {
  theme: ["classic", "red-black", "wood", "high-contrast"],
  mode: ["auto", "light", "dark"],
  motion: ["auto", "full", "reduced"],
};

let timer = 0;
let unsent = {}; // what the server does not know yet

function checked(values) {
  const whole = { ...USUAL, ...values };
  for (const [name, allowed] of Object.entries(ALLOWED)) if (!allowed.includes(whole[name])) whole[name] = USUAL[name];
  whole.leg = Math.min(Math.max(Number(whole.leg) || USUAL.leg, 100), 1500);
  return whole;
}

function show(values) {
  state.preferences = checked({ ...values, ...unsent });
  const root = document.documentElement;
  for (const name of Object.keys(ALLOWED)) root.dataset[name] = state.preferences[name];
  try {
    localStorage.setItem(COPY, JSON.stringify(state.preferences));
  } catch {
    // private windows have no storage
  }
  redraw();
}

/** Settings from the copy in this browser, at once. */
export function beginPreferences() {
  let copy = null;
  try {
    copy = JSON.parse(localStorage.getItem(COPY));
  } catch {
    copy = null; // no storage, or not ours
  }
  show(copy);
}

/** Settings from the server, which knows better. */
export async function loadPreferences() {
  await keep();
  show((await api.preferences()).preferences);
}

export function setPreference(name, value) {
  unsent[name] = value;
  show(state.preferences);
  clearTimeout(timer);
  timer = setTimeout(keepQuietly, KEEP_MS);
}

/** Send only what changed: another tab may change other things. */
async function keep() {
  clearTimeout(timer);
  const sent = { ...unsent };
  if (!Object.keys(sent).length) return;
  await api.keepPreferences(sent);
  for (const name of Object.keys(sent)) if (unsent[name] === sent[name]) delete unsent[name];
}

const keepQuietly = () => keep().catch(() => {}); // shown here, sent with the next change

addEventListener("pagehide", keepQuietly);
document.addEventListener("visibilitychange", () => document.hidden || loadPreferences().catch(() => {}));
