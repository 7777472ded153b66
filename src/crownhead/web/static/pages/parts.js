// Small things that several parts of the page use.

import { el } from "../lib/dom.js";

/**
 * An element that tests find by its id.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag @param {string} id @param {Attributes<HTMLElementTagNameMap[K]>} [attributes] @param {...Child} children
 */
export const named = (tag, id, attributes, ...children) =>
  el(tag, { id, "data-testid": id, ...attributes }, ...children);

/** @type {WeakMap<Element, string>} */
const drawn = new WeakMap();

/** Whether an element shows something else than what this key stands for, which it will now. @param {Element} node @param {string} key */
export function isNew(node, key) {
  const before = drawn.get(node);
  drawn.set(node, key);
  return before !== key;
}

/** Let an element have these children, and touch none that stays. @param {Element} parent @param {Element[]} children */
export function arrange(parent, children) {
  const staying = new Set(children);
  for (const child of [...parent.children]) if (!staying.has(child)) child.remove();
  for (const [at, child] of children.entries())
    if (parent.children[at] !== child) parent.insertBefore(child, parent.children[at] ?? null);
}

/** Something to be done later; what is set anew takes the place of what was set before. */
export function createTimer() {
  let timer = /** @type {any} */ (0);
  return {
    /** @param {number} milliseconds @param {() => unknown} action */
    set(milliseconds, action) {
      clearTimeout(timer);
      timer = setTimeout(action, milliseconds);
    },
    stop: () => clearTimeout(timer),
  };
}

/** Actions that wait for each other. @returns {(action: () => Promise<unknown>) => Promise<unknown>} */
export function createQueue() {
  let last = /** @type {Promise<unknown>} */ (Promise.resolve());
  return (action) => (last = last.then(action).catch(() => {}));
}
