// Every sentence of the page comes from the catalogue of messages, in the language of the program.
// The server's messages are codes with values, and lists; they are worded from the same catalogue.

import catalogue from "../messages.js";

const { language, categories, texts } = catalogue;
const plurals = new Intl.PluralRules(language);
const numbers = new Intl.NumberFormat(language);
const lists = { or: new Intl.ListFormat(language, { type: "disjunction" }), and: new Intl.ListFormat(language) };

/** The language of all texts, for dates and numbers. */
export { language };

/** The template of a key, in the form for a count; sides are called as the theme shows them. @param {string} key @param {unknown} count */
function template(key, count) {
  const theme = globalThis.document?.documentElement.dataset.theme;
  const forms = (key.startsWith("side.") && texts[`${key}.${theme}`]) || texts[key];
  if (!Array.isArray(forms)) return forms;
  return forms[typeof count === "number" ? categories.indexOf(plurals.select(count)) : forms.length - 1];
}

/** A value as it stands in a sentence: a number, a message, a list, or text. @param {any} value @returns {string} */
export function shown(value) {
  if (typeof value === "number") return numbers.format(value);
  if (value?.code) return parts(value.code, value.values ?? {}).map(shown).join("");
  if (value?.things) return listed(value.things, value.last, value.most);
  return String(value);
}

/** Texts and values in turn; what is not a key is text already. @param {string} key @param {Record<string, any>} values @returns {any[]} */
const parts = (key, values) =>
  template(key, values.count)?.split(/\{(\w+)\}/).map((/** @type {string} */ part,
    /** @type {number} */ index) => (index % 2 ? values[part] : part)
  ) ?? [key];

/** The text of a key with values in it. @type {import("../messages.js").Say} */
export const say = (key, /** @type {any} */ values = {}) => parts(key, values).map(shown).join("");

/** The same as nodes, where some values are elements, such as links. @type {import("../messages.js").SayNodes} */
export const sayNodes = (key, values) => parts(key, values).map((part) => (part instanceof Node ? part : shown(part)));

/** A message as a sentence of its own. @param {any} message @param {string} [stop] */
export function sentence(message, stop = ".") {
  const text = shown(message);
  return text.slice(0, 1).toUpperCase() + text.slice(1) + (/[.!?]$/.test(text) ? "" : stop);
}

/** A number with all its decimals: "0.50". @param {number} number @param {number} digits */
export const fixed = (number, digits) =>
  number.toLocaleString(language, { minimumFractionDigits: digits, maximumFractionDigits: digits });

/** Things as a sentence lists them; those after the first `most` are only counted. @param {unknown[]} things @param {"or" | "and"} [last] */
export function listed(things, last = "or", most = 8) {
  const names = things.map(shown);
  if (names.length <= most) return lists[last].format(names);
  return say("list.more", { listed: names.slice(0, most).join(say("list.comma")), count: names.length - most });
}
