// A browser's settings. The server keeps them, because the page's address changes; a copy in the browser
// avoids a flash.

import { tables } from "../messages.js";
import * as api from "./api.js";
import { layGrain } from "./picture.js";

const COPY = "crownhead-preferences";
const KEEP_MS = 400;
const LEG_MS = { least: 100, most: 1500 };

/** @type {Preferences} */
export const USUAL = {
  theme: "classic",
  pieces: "classic",
  mode: "auto",
  sound: true,
  motion: "auto",
  leg: 600,
  numbers: true,
  keys: true,
  typing: null,
  name: "",
  setup: null,
  last: null,
};

/** The settings that the style sheets know. */
const STYLED = /** @type {(keyof typeof tables.choices)[]} */ (Object.keys(tables.choices));

/** @param {Partial<Preferences>} found @returns {Preferences} */
function checked(found) {
  const whole = { ...USUAL, ...found };
  for (const name of STYLED) { if (!tables.choices[name].includes(whole[name])) whole[name] = USUAL[name]; }
  whole.leg = Math.min(Math.max(Number(whole.leg) || USUAL.leg, LEG_MS.least), LEG_MS.most);
  whole.name = String(whole.name ?? "").slice(0, tables.limits.person);
  return whole;
}

/** What the server does not know yet. @type {Partial<Preferences>} */
const unsent = {};
/** What this page shows, who is told, and when the server is. @type {{ values: Preferences, tell: (values: Preferences, visitor?: Visitor) => void, timer: number }} */
const current = { values: USUAL, tell: () => {}, timer: 0 };

/** Send one request after another: an older one must not arrive last. */
const inTurn = api.createQueue();

/** @param {Partial<Preferences>} found @param {Visitor} [visitor] */
function show(found, visitor) {
  const values = checked({ ...found, ...unsent });
  current.values = values;
  for (const name of STYLED) document.documentElement.dataset[name] = values[name];
  if (values.theme === "wood") layGrain();
  try {
    localStorage.setItem(COPY, JSON.stringify({ values, unsent, visitor: visitor ?? remembered()?.visitor }));
  } catch {
    // private windows have no storage
  }
  current.tell(values, visitor);
}

function remembered() {
  try {
    return JSON.parse(localStorage.getItem(COPY) ?? "null");
  } catch {
    return null; // no storage, or not ours
  }
}

/** Show the browser's copy at once; `listener` gets every change. @param {typeof current.tell} listener */
export function beginPreferences(listener) {
  current.tell = listener;
  const copy = remembered();
  Object.assign(unsent, copy?.unsent); // a page that was left may not have sent them
  show(copy?.values, copy?.visitor);
}

/** Get the settings from the server, whose copy counts. */
export async function loadPreferences() {
  const { preferences, visitor } = await inTurn(() => keep().then(api.preferences));
  show(preferences, visitor);
}

/** @template {keyof Preferences} K @param {K} name @param {Preferences[K]} value */
export function setPreference(name, value) {
  unsent[name] = value;
  show(current.values);
  clearTimeout(current.timer);
  current.timer = setTimeout(keepQuietly, KEEP_MS);
}

/** Send only changes: another tab may change other settings. */
async function keep() {
  clearTimeout(current.timer);
  const sent = { ...unsent };
  const names = /** @type {(keyof Preferences)[]} */ (Object.keys(sent));
  if (!names.length) return;
  await api.keepPreferences(sent);
  for (const name of names) if (unsent[name] === sent[name]) delete unsent[name];
  show(current.values);
}

const keepQuietly = () => inTurn(keep).catch(() => {}); // it is sent with the next change

/** Whether moves can be typed: by the setting, or where there is room. @param {Preferences} preferences */
export const wantsTyping = ({ typing }) => typing ?? matchMedia("(min-width: 821px) and (min-height: 700px)").matches;

if (globalThis.document) {
  addEventListener("pagehide", () => keep().catch(() => {}));
  document.addEventListener("visibilitychange", () => document.hidden || loadPreferences().catch(() => {}));
}
