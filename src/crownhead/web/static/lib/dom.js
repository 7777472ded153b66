// Making elements. Text is always text: nothing here reads markup.

const SVG = "http://www.w3.org/2000/svg";

/** @param {string} id @returns {any} */
export const byId = (id) => document.getElementById(id);

/** @param {string} id @param {(event: MouseEvent) => void} action */
export const onClick = (id, action) => byId(id).addEventListener("click", action);

/** @param {any} node @param {Record<string, any>} attributes @param {(Node | string | false | null | undefined)[]} children */
function filled(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

/** @param {string} tag @param {Record<string, any>} attributes @param {(Node | string | false | null | undefined)[]} children @returns {any} */
export const el = (tag, attributes = {}, ...children) => filled(document.createElement(tag), attributes, children);

/** @param {string} tag @param {Record<string, any>} attributes @param {(Node | string | number | false | null | undefined)[]} children @returns {any} */
export const svg = (tag, attributes = {}, ...children) =>
  filled(document.createElementNS(SVG, tag), attributes, /** @type {any} */ (children));

/** @param {string} name */
export const icon = (name) => svg("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("use", { href: `#i-${name}` }));

/** A small face; it says nothing that is not written beside it. @param {string | null} name */
export const portrait = (name, more = "") =>
  el("img", { class: `portrait ${more}`.trim(), src: `/static/portraits/${name ?? "person"}.svg`, alt: "", width: 40, height: 40 });

/** Draw the icons that the markup names, and let tests find what has an id. */
export function dressMarkup() {
  for (const node of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-icon]"))) {
    const text = node.textContent;
    node.replaceChildren(icon(node.dataset.icon ?? ""), ...(text ? [el("span", {}, text)] : []));
  }
  for (const node of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("body [id]"))) node.dataset.testid ??= node.id;
}

/** @param {HTMLElement} node @param {string} text */
export function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/** Text in which no line ends in the middle of a move. @param {HTMLElement} node @param {string} text */
export function setMoves(node, text) {
  const parts = text.split(/(\d+(?:-\d+)+)/);
  if (node.textContent !== text) node.replaceChildren(...parts.map((part, at) => (at % 2 ? el("span", { class: "whole" }, part) : part)));
}

/** @param {Element} node @param {string} name @param {any} value */
export function setAttribute(node, name, value) {
  if (node.getAttribute(name) !== String(value)) node.setAttribute(name, value);
}
