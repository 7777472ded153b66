// A search as the parameters of an address, and back. Pure: it reads no page and no state.

/** What the address may name; the server reads the same names. */
export const NAMES = [
  "collections",
  "player",
  "opponent",
  "colour",
  "result",
  "since",
  "until",
  "event",
  "opening",
  "ballot",
  "shortest",
  "longest",
  "comment",
  "rules",
  "fen",
  "pattern",
  "turn",
  "material",
  "reversed",
  "own",
  "batch",
  "games",
  "sort",
  "descending",
];
/** What is behind "More". */
export const RARE = ["colour", "since", "until", "event", "ballot", "shortest", "longest", "material", "comment"];

/** Letters that mail programs would take for the end of a sentence, not of an address. */
const AT_THE_END = /[.?!,:;'")\]]$/;
const encodedEnd = (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`;
const safe = (pattern) => pattern.replaceAll("?", "-").replaceAll(".", "_");
const drawn = (pattern) => pattern.replaceAll("-", "?").replaceAll("_", ".");

const tidy = (search) => Object.fromEntries(NAMES.flatMap((name) => (search[name] ? [[name, search[name]]] : [])));

/** The search that an address names. @param {string} text */
export function searchOf(text) {
  const { pattern = "", ...search } = Object.fromEntries(new URLSearchParams(text));
  return tidy({ ...search, pattern: drawn(pattern) });
}

/** An address as people read it. @param {Record<string, string>} search */
export function addressOf(search) {
  const parts = Object.entries(tidy({ ...search, pattern: safe(search.pattern ?? "") })).map(([name, value]) =>
    `${name}=${
      encodeURIComponent(value).replaceAll("%3A", ":").replaceAll("%2C", ",").replaceAll("%20", "+").replaceAll("%3F",
        "?")
    }`
  );
  return ["/library", ...(parts.length ? [parts.join("&")] : [])].join("?").replace(AT_THE_END, encodedEnd);
}

/** A search without its order. @param {Record<string, string>} search */
export const conditionsOf = (search) =>
  Object.fromEntries(Object.entries(search).filter(([name]) => !["sort", "descending"].includes(name)));

export const collectionsOf = (search) => (search.collections ?? "").split(",").filter(Boolean);

/** Kinds of pieces in a count of material. */
export const KINDS = /** @type {const} */ (["b", "B", "w", "W"]);

/** "b3 B0-1" by kind. */
export function countsOf(material) {
  const counts = Object.fromEntries(KINDS.map((kind) => [kind, ""]));
  for (const word of (material ?? "").split(/[\s,;+]+/)) if (word && word[0] in counts) counts[word[0]] = word.slice(1);
  return counts;
}

/** @param {Record<string, string>} counts */
export const materialOf = (counts) =>
  KINDS.filter((kind) => counts[kind]?.trim()).map((kind) => kind + counts[kind].replaceAll(/\s/g, "")).join(" ");
