// What all pages share: the browser's settings, drawing once a frame, and the live region. The server keeps settings, as
// the page's address changes; a copy in the browser avoids a flash.

import { tables } from "../messages.js";
import * as api from "./api.js";
import { byId, dressMarkup } from "./dom.js";
import { layGrain } from "./picture.js";
import { wordsFor } from "./words.js";

const LATEST_MS = 150; // a tab in the background has few frames or none

/** The words for this theme and browser. */
export let words = wordsFor("classic", "");

/** Draw the markup's icons and follow the browser's settings. @param {Visited} state @param {(before: any) => void} changed */
export function beginPage(state, changed) {
  dressMarkup();
  beginPreferences((values, visitor = state.visitor) => {
    const before = state.preferences;
    Object.assign(state, { preferences: values, visitor });
    words = wordsFor(values.theme, visitor.id, visitor.host);
    changed(before);
  });
}

/** Whoever changes a state asks for a redraw; `ready` is what is drawn, once it is there. @param {() => any} ready */
export function createDrawing(ready = () => true) {
  /** @type {((what: any) => void)[]} */
  const drawers = [];
  let frame = 0;
  let timer = 0;

  /** Draw what has changed now, and not with the next frame. */
  function drawAll() {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
    frame = 0;
    const what = ready();
    if (what) { for (const draw of drawers) draw(what); }
  }

  return {
    onDraw: (draw) => void drawers.push(draw),
    redraw() {
      if (frame) return;
      frame = requestAnimationFrame(drawAll);
      timer = setTimeout(drawAll, LATEST_MS);
    },
    drawAll,
  };
}

const COPY = "crownhead-preferences";
const KEEP_MS = 400;

const USUAL = {
  theme: "classic",
  pieces: "classic",
  mode: "auto",
  sound: true,
  motion: "auto",
  leg: 600, // milliseconds for each leg of the computer's captures
  numbers: true,
  keys: true, // single-letter shortcuts
  typing: null, // whether moves can be typed; null: where there is room
  name: "", // what the person is called
  setup: null, // the last new game as it was chosen
  last: null, // ... and as Play begins it again
};

const ALLOWED = {
  theme: tables.themes,
  pieces: tables.pieces,
  mode: ["auto", "light", "dark"],
  motion: ["auto", "full", "reduced"],
};

function checked(values) {
  const whole = { ...USUAL, ...values };
  for (const [name, allowed] of Object.entries(ALLOWED)) {
    if (!allowed.includes(whole[name])) whole[name] = USUAL[name];
  }
  whole.leg = Math.min(Math.max(Number(whole.leg) || USUAL.leg, 100), 1500);
  whole.name = String(whole.name ?? "").slice(0, tables.limits.person);
  return whole;
}

const unsent = /** @type {any} */ ({}); // what the server does not know yet
let timer = 0;
let last = Promise.resolve();
/** @type {any} */
let values = null;
/** @type {(values: any, visitor?: Visitor) => void} */
let tell = () => {};

/** @param {Visitor} [visitor] */
function show(found, visitor) {
  values = checked({ ...found, ...unsent });
  const root = document.documentElement;
  for (const name of Object.keys(ALLOWED)) root.dataset[name] = values[name];
  if (values.theme === "wood") layGrain();
  try {
    localStorage.setItem(COPY, JSON.stringify({ values, unsent, visitor: visitor ?? remembered()?.visitor }));
  } catch {
    // private windows have no storage
  }
  tell(values, visitor);
}

function remembered() {
  try {
    return JSON.parse(localStorage.getItem(COPY) ?? "null");
  } catch {
    return null; // no storage, or not ours
  }
}

/** Settings from the copy here, at once; `listener` is told of every change. @param {typeof tell} listener */
export function beginPreferences(listener) {
  tell = listener;
  const copy = remembered();
  Object.assign(unsent, copy?.unsent); // what a page that was left may not have sent
  show(copy?.values, copy?.visitor);
}

/** Settings from the server, which knows better. */
export async function loadPreferences() {
  const { preferences, visitor } = await inTurn(() => keep().then(api.preferences));
  show(preferences, visitor);
}

export function setPreference(name, value) {
  unsent[name] = value;
  show(values);
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
  show(values);
}

/** One request after another: an older one must not arrive last. @param {() => Promise<any>} what */
const inTurn = (what) => (last = last.catch(() => {}).then(what));

const keepQuietly = () => inTurn(keep).catch(() => {}); // shown here, sent with the next change

addEventListener("pagehide", () => keep().catch(() => {}));
document.addEventListener("visibilitychange", () => document.hidden || loadPreferences().catch(() => {}));

/** Say something for the ear. */
export function say(text) {
  byId("polite").textContent = text;
}

/** The sides have other names in some themes. */
export const inWords = (sentence) =>
  sentence.replace(/\bBlack\b/g, words.colour("black")).replace(/\bWhite\b/g, words.colour("white"));
