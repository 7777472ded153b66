// A page without elements, for tests of states and actions. A test says what the server answers.

import "../../../src/crownhead/web/static/more-messages.js";

/** Requests so far, and the answer to each: a value, or a function of the body. */
export const asked = /** @type {{ method: string, path: string, body: any }[]} */ ([]);
/** @type {Record<string, any>} */
export const answers = {};

/** Make the server refuse. @param {number} status @param {object} problem */
export const refused = (status, problem) => ({ status, problem });

async function fetch(path, { method = "GET", body } = {}) {
  const given = typeof body === "string" ? JSON.parse(body) : body;
  asked.push({ method, path, body: given });
  const name = `${method} ${path.split("?")[0]}`;
  if (!(name in answers)) throw new TypeError(`no answer to ${name}`);
  const answer = typeof answers[name] === "function" ? await answers[name](given, path) : answers[name];
  const { status = 200, problem = answer } = answer?.status && answer.problem ? answer : {};
  return { status, ok: status < 400, json: async () => problem };
}

class HTMLElement {
  textContent = "";
}

const region = new HTMLElement();
/** What was said in the live region. */
export const said = () => region.textContent;

const nothing = () => {};

/** Storage as browsers have it. */
function storage() {
  /** @type {Map<string, string>} */
  const kept = new Map();
  return { getItem: (name) => kept.get(name) ?? null, setItem: (name, text) => void kept.set(name, text),
    removeItem: (name) => void kept.delete(name) };
}

for (const name of ["localStorage", "sessionStorage"]) {
  Object.defineProperty(globalThis, name, { value: storage(), configurable: true });
}
Object.assign(globalThis, {
  addEventListener: nothing,
  cancelAnimationFrame: clearTimeout,
  document: { addEventListener: nothing, documentElement: { dataset: {} }, getElementById: () => region, hidden: false,
    body: { append: nothing }, querySelector: () => null },
  fetch,
  history: { pushState: (_state, _title, address) => go(address),
    replaceState: (_state, _title, address) => go(address) },
  location: { pathname: "/", search: "" },
  requestAnimationFrame: (draw) => setTimeout(draw, 0),
  HTMLElement,
  Node: class {},
});

function go(address) {
  const [pathname, search = ""] = address.split("?");
  Object.assign(globalThis.location, { pathname, search: search && `?${search}` });
}
