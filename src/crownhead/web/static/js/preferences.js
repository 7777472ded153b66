// The person's settings: kept by the server, because the address changes; a copy here avoids a flash at the start.

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

function checked(values) {
  const whole = { ...USUAL, ...(values && typeof values === "object" ? values : {}) };
  for (const [name, allowed] of Object.entries(ALLOWED)) if (!allowed.includes(whole[name])) whole[name] = USUAL[name];
  whole.leg = Math.min(Math.max(Number(whole.leg) || USUAL.leg, 100), 1500);
  return whole;
}

function show() {
  const root = document.documentElement;
  root.dataset.theme = state.preferences.theme;
  root.dataset.mode = state.preferences.mode;
  root.dataset.motion = state.preferences.motion;
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
  state.preferences = checked(copy);
  show();
}

/** Settings from the server, which knows better. */
export async function loadPreferences() {
  const { preferences } = await api.preferences();
  if (timer || !Object.keys(preferences ?? {}).length) return;
  state.preferences = checked(preferences);
  show();
}

export function setPreference(name, value) {
  state.preferences = checked({ ...state.preferences, [name]: value });
  show();
  try {
    localStorage.setItem(COPY, JSON.stringify(state.preferences));
  } catch {
    // private windows have no storage; the server keeps the settings
  }
  clearTimeout(timer);
  timer = setTimeout(keep, KEEP_MS);
}

function keep() {
  if (!timer) return;
  clearTimeout(timer);
  timer = 0;
  api.keepPreferences(state.preferences).catch(() => {}); // kept here, sent with the next change
}

addEventListener("pagehide", keep);
