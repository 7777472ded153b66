// Making elements. Text is always text: nothing here reads markup.

const SVG = "http://www.w3.org/2000/svg";

export const byId = (id) => document.getElementById(id);

export const onClick = (id, deed) => byId(id).addEventListener("click", deed);

function filled(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

export const el = (tag, attributes = {}, ...children) => filled(document.createElement(tag), attributes, children);

export const svg = (tag, attributes = {}, ...children) =>
  filled(document.createElementNS(SVG, tag), attributes, children);

export const icon = (name) => svg("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("use", { href: `#i-${name}` }));

/** Draw the icons that the markup names, and let tests find what has an id. */
export function dressMarkup() {
  for (const node of document.querySelectorAll("[data-icon]")) {
    const text = node.textContent;
    node.replaceChildren(icon(node.dataset.icon), ...(text ? [el("span", {}, text)] : []));
  }
  for (const node of document.querySelectorAll("body [id]")) node.dataset.testid ??= node.id;
}

export function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/** Text in which no line ends in the middle of a move. */
export function setMoves(node, text) {
  const parts = text.split(/(\d+(?:-\d+)+)/);
  if (node.textContent !== text) node.replaceChildren(...parts.map((part, at) => (at % 2 ? el("span", { class: "whole" }, part) : part)));
}

export function setAttribute(node, name, value) {
  if (node.getAttribute(name) !== String(value)) node.setAttribute(name, value);
}
