// Making elements. Text is always text: nothing here reads markup.

const SVG = "http://www.w3.org/2000/svg";

export const byId = (id) => document.getElementById(id);

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

/** Finish the markup: draw the icons that it names, and let tests find everything that has an id. */
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

export function setAttribute(node, name, value) {
  if (node.getAttribute(name) !== String(value)) node.setAttribute(name, value);
}
