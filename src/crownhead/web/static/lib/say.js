// Every sentence of the page comes from the catalogue of messages, in the language of the program.

import catalogue from "../messages.js";

const { language, categories, texts } = catalogue;
const plurals = new Intl.PluralRules(language);
const numbers = new Intl.NumberFormat(language);
const lists = { or: new Intl.ListFormat(language, { type: "disjunction" }), and: new Intl.ListFormat(language) };

/** The template of a key, in the form for a count. @param {string} key @param {unknown} count */
function template(key, count) {
  const forms = texts[key];
  if (!Array.isArray(forms)) return forms;
  return forms[typeof count === "number" ? categories.indexOf(plurals.select(count)) : forms.length - 1];
}

/** @param {unknown} value */
const shown = (value) => (typeof value === "number" ? numbers.format(value) : String(value));

/** @param {string} key @param {Record<string, any>} values @returns {any[]} texts and values in turn */
const parts = (key, values) =>
  template(key, values.count).split(/\{(\w+)\}/).map((part, index) => (index % 2 ? values[part] : part));

/** The text of a key with values in it. @type {import("../messages.js").Say} */
export const say = (key, /** @type {any} */ values = {}) => parts(key, values).map(shown).join("");

/** The same as nodes, where some values are elements, such as links. @type {import("../messages.js").SayNodes} */
export const sayNodes = (key, values) => parts(key, values).map((part) => (part instanceof Node ? part : shown(part)));

/** Things as a sentence lists them; those after the first `most` are only counted. @param {unknown[]} things @param {"or" | "and"} [last] */
export function listed(things, last = "or", most = 8) {
  const names = things.map(shown);
  if (names.length <= most) return lists[last].format(names);
  return say("list.more", { listed: names.slice(0, most).join(say("list.comma")), count: names.length - most });
}
