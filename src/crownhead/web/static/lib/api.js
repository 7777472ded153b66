// Calls to the server, and addresses of pages. A refusal is a Refusal with a sentence for the person.

import { say, sentence } from "./say.js";

export class Refusal extends Error {
  /** @param {Problem | null} problem @param {string} text @param {number} status */
  constructor(text, status, problem = null) {
    super(text);
    this.status = status;
    this.game = problem?.game ?? null; // the present view, where the game has moved on
    this.fields = problem?.fields ?? {}; // of a search, and why
  }
}

/** What was refused; other errors are mistakes of ours, for the console. @param {unknown} error @returns {Refusal} */
export function refusalOf(error) {
  if (error instanceof Refusal) return error;
  throw error;
}

/** Requests of one queue wait for each other, whether they succeed or not. */
export function createQueue() {
  /** @type {Promise<unknown>} */
  let last = Promise.resolve();
  /** @template T @param {() => Promise<T>} action @returns {Promise<T>} */
  return (action) => {
    const next = last.catch(() => {}).then(action);
    last = next;
    return next;
  };
}

const silence = () => new Refusal(say("page.silent"), 0);

/** A part of the page that is fetched late. @template T @param {Promise<T>} part @returns {Promise<T>} */
export const late = (part) =>
  part.catch(() => {
    throw silence();
  });

/** What the server refuses, with the sides as this theme calls them. @param {Problem | null} problem */
async function said(problem) {
  const known = await import("../more-messages.js").catch(() => null); // the sentence is in the server's words then
  return problem && known ? sentence(problem) : problem?.error ?? say("page.failed");
}

/** @param {unknown} error */
export const sentenceOf = (error) => refusalOf(error).message;

/** @param {string} method @param {string} path @param {any} [body] @returns {Promise<any>} */
export async function call(method, path, body, keepalive = method === "PATCH") {
  let response;
  try {
    response = await fetch(path, {
      method,
      headers: body && !(body instanceof Blob) ? { "Content-Type": "application/json" } : {},
      body: body instanceof Blob ? body : JSON.stringify(body),
      keepalive, // settings and comments are sent even while the page goes away
    });
  } catch {
    throw silence();
  }
  if (response.status === 204) return null;
  const answer = await response.json().catch(() => null);
  if (response.ok && answer) return answer;
  throw new Refusal(await said(answer), response.status, answer);
}

/** @param {string} id */
export const at = (id, action = "") => `/api/games/${encodeURIComponent(id)}${action && `/${action}`}`;

/** @returns {Promise<OffersView>} */
export const choices = () => call("GET", "/api/choices");
/** @returns {Promise<PreferencesView>} */
export const preferences = () => call("GET", "/api/preferences");
/** @param {object} values @returns {Promise<PreferencesView>} */
export const keepPreferences = (values) => call("PATCH", "/api/preferences", { preferences: values });
/** @param {Record<string, string>} filter @returns {Promise<GameListView>} */
export const games = (filter = {}) => call("GET", `/api/games?${new URLSearchParams({ limit: "20", ...filter })}`);
/** @param {object} setup @returns {Promise<GameView>} */
export const newGame = (setup) => call("POST", "/api/games", setup);
/** @param {string} id @returns {Promise<GameView>} */
export const game = (id) => call("GET", at(id));
/** @param {string} id @param {object} what @returns {Promise<GameView>} */
export const change = (id, what) => call("PATCH", at(id), what);
/** moves, undo, redo, resign, draw, rematch, step or seats/free. @param {string} id @param {string} action @returns {Promise<GameView>} */
export const post = (id, action, body = {}) => call("POST", at(id, action), body);

/** @param {string} id @param {string} seat @returns {Promise<InvitationView>} */
export const invite = (id, seat) => call("POST", at(id, "invite"), { seat });
/** @param {string} id @param {string} seat */
export const codeAddress = (id, seat) => at(id, `invite/${seat}.svg`);
/** @param {string} path @param {string | null} name @returns {Promise<JoinedView>} */
export const join = (path, name) => call("POST", `/api${path}`, { name });
/** @param {string} id */
export const pdnAddress = (id) => at(id, "pdn");

/** The text of a file that the server makes; null where it cannot be read. @param {string} address */
export const textAt = (address) =>
  fetch(address).then((answer) => (answer.ok ? answer.text() : null)).catch(() => null);

/** @param {string} fen without one, the usual start @param {{ preset?: string | null, options?: Record<string, any> }} [rules] */
export function editorAddress(fen, { preset = "english", options = {} } = {}) {
  const parts = [
    fen.trim() && `fen=${encodeURIComponent(fen.trim()).replaceAll("%3A", ":").replaceAll("%2C", ",")}`, // as people read it
    preset && preset !== "english" && `rules=${encodeURIComponent(preset)}`,
    Object.keys(options).length > 0 && `options=${encodeURIComponent(JSON.stringify(options))}`,
  ].filter(Boolean);
  return ["/editor", ...(parts.length ? [parts.join("&")] : [])].join("?");
}

/** Rules of a game or an analysis as the editor names them: house rules differ from the English. @param {{ name: string | null, options: Record<string, any> }} rules */
export const namedRules = ({ name, options }) => ({ preset: name ?? "english", options: name ? {} : options });
