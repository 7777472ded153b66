// Making elements, and controls that several forms share. Text is always text: nothing here reads markup.

const SVG = "http://www.w3.org/2000/svg";

/** @returns {any} */
export const byId = (id) => document.getElementById(id);

/** @returns {any[]} */
export const all = (selector) => [...document.querySelectorAll(selector)];

export const onClick = (id, action) => byId(id).addEventListener("click", action);

function filled(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

/** @returns {any} */
export const el = (tag, attributes = {}, ...children) => filled(document.createElement(tag), attributes, children);

/** @returns {any} */
export const svg = (tag, attributes = {}, ...children) =>
  filled(document.createElementNS(SVG, tag), attributes, children);

export const icon = (name) =>
  svg("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("use", { href: `#i-${name}` }));

/** Where the files of this version are. */
export const FILES = new URL("..", import.meta.url).pathname;

/** A small face; it says nothing that is not written beside it. */
export const portrait = (name, more = "") =>
  el("img", { class: `portrait ${more}`.trim(), src: `${FILES}portraits/${name ?? "person"}.svg`, alt: "", width: 40,
    height: 40 });

/** Draw the icons that the markup names, and let tests find what has an id. */
export function dressMarkup() {
  for (const node of all("[data-icon]")) {
    if (node.querySelector(".icon")) continue; // it may show another by now
    const text = node.textContent;
    node.replaceChildren(icon(node.dataset.icon ?? ""), ...(text ? [el("span", {}, text)] : []));
  }
  for (const node of all("body [id]")) node.dataset.testid ??= node.id;
}

export function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/** Text in which no line ends in the middle of a move. */
export function setMoves(node, text) {
  const parts = text.split(/(\d+(?:-\d+)+)/);
  if (node.textContent !== text)
    node.replaceChildren(...parts.map((part, at) => (at % 2 ? el("span", { class: "whole" }, part) : part)));
}

export function setAttribute(node, name, value) {
  if (node.getAttribute(name) !== String(value)) node.setAttribute(name, value);
}

/** An action that is not begun again while it is being done. */
export function once(action) {
  let going = false;
  return async (/** @type {any[]} */ ...what) => {
    if (going) return;
    going = true;
    try {
      await action(...what);
    } finally {
      going = false;
    }
  };
}

/** Load a style sheet, once; resolves when it is there. */
export function sheet(name) {
  const href = `${FILES}css/${name}.css`;
  const link = document.querySelector(`link[href="${href}"]`) ?? el("link", { rel: "stylesheet", href });
  return new Promise((done) => {
    if (link.sheet) return done(null);
    for (const end of ["load", "error"]) link.addEventListener(end, done);
    if (!link.isConnected) document.head.append(link);
  });
}

/**
 * Radio buttons; `items` are [value, ...what its label shows].
 * @param {(value: any) => void} pick
 */
export function radios(name, legend, items, chosen, pick, look = "chips") {
  const radio = (value) =>
    el("input", {
      type: "radio",
      name,
      value,
      checked: value === chosen,
      "data-testid": `${name}-${value}`,
      onclick: () => pick(value),
    });
  return el("fieldset", { class: look }, el("legend", {}, legend),
    ...items.map(([value, ...shown]) => el("label", { class: "radio" }, radio(value), ...shown)));
}

export function numberField(name, label, value, limits, pick) {
  const [min, max, step = 1] = limits;
  return el("label", { class: "field" }, label, el("input", {
    type: "number",
    name,
    min,
    max,
    step,
    value,
    required: true,
    "data-testid": name,
    oninput: ({ target }) => target.validity.valid && pick(target.valueAsNumber),
  }));
}

export function selectField(name, label, items, chosen, pick) {
  const option = ([value, text]) => el("option", { value, selected: value === chosen }, text);
  return el("label", { class: "field" }, label,
    el("select", { name, "data-testid": name, onchange: ({ target }) => pick(items[target.selectedIndex][0]) },
      ...items.map(option)));
}
