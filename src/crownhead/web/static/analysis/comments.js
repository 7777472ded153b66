// Comments as they are typed: this browser keeps them until the server has them, so that a reload or a lost line loses no word.

import { refusalOf } from "../lib/api.js";
import { byId } from "../lib/dom.js";
import * as api from "./api.js";
import { accept, here, note, onDraw, START, state, tell } from "./state.js";
import { lookAgain } from "./walking.js";

const LONGEST = 10_000; // letters of a comment that the server takes to compare; only a pasted text has more

/** What is on its way, by analysis and place. @type {Set<string>} */
const sending = new Set();

const area = () => byId("comment");
const keyOf = (id) => `comments-${id}`;
const isOpen = (id) => id === state.analysis?.id;

/** What was typed in an analysis and is not stored: by place, and what it stands instead of. @returns {Record<string, { text: string, before: string }>} */
const drafts = (id) => JSON.parse(localStorage.getItem(keyOf(id)) ?? "{}");

function keep(id, node, draft) {
  const { [node]: _, ...others } = drafts(id);
  const left = draft ? { ...others, [node]: draft } : others;
  if (Object.keys(left).length) localStorage.setItem(keyOf(id), JSON.stringify(left));
  else localStorage.removeItem(keyOf(id));
}

/** The comment on a place as the server has it; none where the place is gone. */
const stored = (node) => (node === START ? state.analysis?.comment : state.nodes.get(node)?.comment);

const plain = (text) => text.trim().replace(/\s+/g, " ");

function typed() {
  const { node, id } = area().dataset;
  const before = drafts(id)[node]?.before ?? stored(node);
  if (before !== undefined) keep(id, node, { text: area().value, before });
}

/** Send what was typed about a place. What cannot be stored now stays here until it can. */
async function send(id, node) {
  const draft = drafts(id)[node];
  const way = `${id} ${node}`;
  if (!draft || sending.has(way) || (isOpen(id) && stored(node) === undefined)) return;
  sending.add(way);
  try {
    const { analysis } = await api.change(id, "remark", { node, comment: plain(draft.text),
      instead_of: draft.before.length > LONGEST ? undefined : draft.before });
    const newer = drafts(id)[node];
    keep(id, node, newer && newer.text !== draft.text ? { ...newer, before: plain(draft.text) } : null);
    if (isOpen(id)) accept(analysis);
  } catch (error) {
    const { status, message } = refusalOf(error);
    if (status === 409 && isOpen(id)) await join(id, node);
    else if (isOpen(id)) tell(message);
  } finally {
    sending.delete(way);
  }
}

/** Somebody else has written about the same place: keep what both have said. */
async function join(id, node) {
  await lookAgain(id);
  const theirs = stored(node);
  const draft = drafts(id)[node];
  if (!isOpen(id) || theirs === undefined || !draft) return;
  const own = draft.text.startsWith(theirs) || theirs === draft.before;
  keep(id, node, { text: own ? draft.text : `${theirs} ${draft.text}`, before: theirs });
  if (area().dataset.node === node) area().value = drafts(id)[node].text;
  if (!own) note("Somebody else has commented on this move too. Both comments are kept.");
  setTimeout(send, 0, id, node);
}

/** Send all that was typed in this analysis, such as when the server is back. */
export function sendComments() {
  const { id } = state.analysis ?? {};
  if (id) { for (const node of Object.keys(drafts(id))) send(id, node); }
}

function drawComment() {
  const { analysis, at } = state;
  const { id } = /** @type {AnalysisView} */ (analysis);
  const { dataset } = area();
  area().placeholder = here() ? "Your comment" : "About this game";
  const moved = dataset.node !== at || dataset.id !== id;
  if (moved && dataset.node) send(dataset.id, dataset.node); // it belongs to the move before
  if (moved || document.activeElement !== area()) {
    const text = drafts(id)[at]?.text ?? stored(at) ?? "";
    if (area().value !== text) area().value = text;
  }
  Object.assign(dataset, { node: at, id });
}

export function buildComments() {
  area().addEventListener("input", typed);
  area().addEventListener("change", () => send(area().dataset.id, area().dataset.node));
  addEventListener("pagehide", sendComments);
  document.addEventListener("visibilitychange", () => document.hidden && sendComments());
  onDraw(drawComment);
}
