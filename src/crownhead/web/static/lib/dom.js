// Making elements, and controls that several forms share. Text is always text: nothing here reads markup.

const SVG = "http://www.w3.org/2000/svg";

/**
 * The element with an id, which must be of a kind.
 * @template {Element} [T=HTMLElement]
 * @param {string} id @param {Kind<T>} [kind] @returns {T}
 */
export const byId = (id, kind) => checked(document.getElementById(id), `#${id}`, kind);

/**
 * The first element that matches a selector within another; it must be of a kind.
 * @template {Element} [T=HTMLElement]
 * @param {ParentNode} root @param {string} selector @param {Kind<T>} [kind] @returns {T}
 */
export const within = (root, selector, kind) => checked(root.querySelector(selector), selector, kind);

/** @template {Element} T @param {Element | null} node @param {string} name @param {Kind<T>} [kind] @returns {T} */
function checked(node, name, kind) {
  const wanted = kind ?? HTMLElement;
  if (!(node instanceof wanted)) throw new TypeError(`${name} is no ${wanted.name}`);
  return /** @type {T} */ (node);
}

/**
 * All elements of a kind that match a selector.
 * @template {Element} [T=HTMLElement]
 * @param {string} selector @param {Kind<T>} [kind] @param {ParentNode} [root] @returns {T[]}
 */
export const all = (selector, kind, root = document) =>
  [...root.querySelectorAll(selector)].map((node) => checked(node, selector, kind));

/** @param {string} id @param {(event: MouseEvent) => unknown} action */
export const onClick = (id, action) => byId(id).addEventListener("click", action);

/** Do something when a form is sent, instead of loading a page. @param {HTMLElement} form @param {() => unknown} action */
export const onSubmit = (form, action) =>
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    action();
  });

/** Fields that letters are typed into. */
export const TEXT = "input:not([type=range], [type=radio], [type=checkbox]), select, textarea";

/** Listen to keys, except while a dialog is open. @param {(event: KeyboardEvent, target: HTMLElement) => (() => unknown) | null | undefined} actionOf what a key does */
export const onKey = (actionOf) =>
  addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.altKey || document.querySelector("dialog[open]")) return;
    const action = actionOf(event, event.target instanceof HTMLElement ? event.target : document.body);
    if (!action) return;
    event.preventDefault();
    action();
  });

/** @template {Element} T @param {T} node @param {Record<string, unknown>} attributes @param {Child[]} children @returns {T} */
function filled(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") node.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    else node.setAttribute(name, value === true ? "" : String(value));
  }
  const shown = children.filter((child) => child !== null && child !== undefined && child !== false);
  node.append(.../** @type {(Node | string)[]} */ (shown));
  return node;
}

/**
 * An element; a button submits no form unless its type says so.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag @param {Attributes<HTMLElementTagNameMap[K]>} [attributes] @param {...Child} children
 */
export const el = (tag, attributes, ...children) =>
  filled(document.createElement(tag), { type: tag === "button" && "button", ...attributes }, children);

/**
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag @param {Attributes<SVGElementTagNameMap[K]>} [attributes] @param {...Child} children
 */
export const svg = (tag, attributes, ...children) =>
  filled(document.createElementNS(SVG, tag), attributes ?? {}, children);

/** An icon of the sprite. @param {string} name */
export const icon = (name) =>
  svg("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("use", { href: `#i-${name}` }));

/** Where the files of this version are. */
export const FILES = new URL("..", import.meta.url).pathname;

/** A small face; the text beside it says the same. @param {string | null | undefined} name @param {string} [more] */
export const portrait = (name, more = "") =>
  el("img", { class: `portrait ${more}`.trim(), src: `${FILES}portraits/${name ?? "person"}.svg`, alt: "", width: 40,
    height: 40 });

/** Draw the icons that the markup names, and let tests find elements by their ids. */
export function dressMarkup() {
  for (const node of all("[data-icon]")) {
    if (node.querySelector(".icon")) continue;
    const text = node.textContent;
    node.replaceChildren(icon(node.dataset.icon ?? ""), ...(text ? [el("span", {}, text)] : []));
  }
  for (const node of all("body [id]:not(.sprite, .sprite *)")) node.dataset.testid ??= node.id;
}

/** @param {Node} node @param {string} text */
export function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/** Text in which no line ends within a move. @param {Element} node @param {string} text */
export function setMoves(node, text) {
  const parts = text.split(/(\d+(?:-\d+)+)/);
  if (node.textContent !== text)
    node.replaceChildren(...parts.map((part, at) => (at % 2 ? el("span", { class: "whole" }, part) : part)));
}

/** @param {Element} node @param {string} name @param {unknown} value */
export function setAttribute(node, name, value) {
  if (node.getAttribute(name) !== String(value)) node.setAttribute(name, String(value));
}

/** Let an element have these children, and touch none that stays. @param {Element} parent @param {Element[]} children */
export function arrange(parent, children) {
  const staying = new Set(children);
  for (const child of [...parent.children]) if (!staying.has(child)) child.remove();
  for (const [at, child] of children.entries())
    if (parent.children[at] !== child) parent.insertBefore(child, parent.children[at] ?? null);
}

/**
 * Ask for more of a list as its end comes into sight. What is returned asks again if the end has stayed there: the
 * observer does not tell of that.
 * @param {string} id of the end @param {number} ahead pixels below the window that are filled in advance
 * @param {() => unknown} more
 */
export function growList(id, ahead, more) {
  const end = byId(id);
  new IntersectionObserver((entries) => entries.some((one) => one.isIntersecting) && more(), {
    rootMargin: `${ahead}px`,
  }).observe(end);
  return () => requestAnimationFrame(() => end.getBoundingClientRect().top < innerHeight + ahead && more());
}

/** An action that does not start again while it runs. @template {any[]} A @param {(...what: A) => unknown} action */
export function once(action) {
  let going = false;
  return async (/** @type {A} */ ...what) => {
    if (going) return;
    going = true;
    try {
      await action(...what);
    } finally {
      going = false;
    }
  };
}

/** Load a style sheet, once; resolves when it is there. @param {string} name @returns {Promise<unknown>} */
export function sheet(name) {
  const href = `${FILES}css/${name}.css`;
  /** @type {HTMLLinkElement} */
  const link = document.querySelector(`link[href="${href}"]`) ?? el("link", { rel: "stylesheet", href });
  return new Promise((done) => {
    if (link.sheet) return done(null);
    for (const end of ["load", "error"]) link.addEventListener(end, done);
    if (!link.isConnected) document.head.append(link);
  });
}

/**
 * Radio buttons; `items` are [value, ...what its label shows].
 * @template V
 * @param {string} name @param {Child} legend @param {[value: V, ...shown: Child[]][]} items @param {V | null} chosen
 * @param {(value: V) => unknown} pick @param {string} [look]
 */
export function radios(name, legend, items, chosen, pick, look = "chips") {
  return el("fieldset", { class: look }, el("legend", {}, legend),
    ...items.map(([value, ...shown]) =>
      el("label", { class: "radio" },
        el("input", { type: "radio", name, value, checked: value === chosen, "data-testid": `${name}-${value}`,
          onclick: () => pick(value) }), ...shown)
    ));
}

/**
 * A field for a number; `pick` gets valid ones.
 * @param {string} name @param {Child} label @param {number} value @param {[min: number, max: number, step?: number | "any"]} limits
 * @param {(value: number) => unknown} pick
 */
export function numberField(name, label, value, [min, max, step = 1], pick) {
  return el("label", { class: "field" }, label,
    el("input", { type: "number", name, min, max, step, value, required: true, "data-testid": name,
      oninput: ({ target }) => target.validity.valid && pick(target.valueAsNumber) }));
}

/** What a list offers. @template V @param {[value: V, text: string][]} items @param {V | null} [chosen] */
export const options = (items, chosen) =>
  items.map(([value, text]) => el("option", { value, selected: value === chosen }, text));

/**
 * A list to choose from; `items` are [value, text].
 * @template V
 * @param {string} name @param {Child} label @param {[value: V, text: string][]} items @param {V | null} chosen
 * @param {(value: V) => unknown} pick
 */
export function selectField(name, label, items, chosen, pick) {
  return el("label", { class: "field" }, label,
    el("select", { name, "data-testid": name, onchange: ({ target }) => pick(items[target.selectedIndex][0]) },
      ...options(items, chosen)));
}

/** What the elements that `refill` has filled show. @type {WeakMap<Element, string>} */
const fillings = new WeakMap();

/**
 * Fill an element anew if its key or the theme, which names the sides, has changed. The focus stays on the part of the same
 * `data-focus` or `data-testid`.
 * @param {HTMLElement} box @param {unknown} key @param {() => Child[]} content @returns {boolean} whether it was filled
 */
export function refill(box, key, content) {
  const now = JSON.stringify([document.documentElement.dataset.theme, key]);
  if (fillings.get(box) === now) return false;
  fillings.set(box, now);
  const { activeElement: active } = document;
  const { focus = "", testid = "" } = active instanceof HTMLElement && active !== box && box.contains(active)
    ? active.dataset
    : {};
  const name = CSS.escape(focus || testid);
  const { scrollTop } = box;
  box.replaceChildren();
  filled(box, {}, content());
  box.scrollTop = scrollTop;
  if (name) {
    const again = box.querySelector(`[data-focus="${name}"], [data-testid="${name}"]`)
      ?? (focus ? box : box.querySelector("a, button, input, select"));
    if (again instanceof HTMLElement) again.focus({ preventScroll: true });
  }
  return true;
}
