// Comments: this browser keeps what was typed until the server has stored it.

import { refusalOf } from "../lib/api.js";
import { byId } from "../lib/dom.js";
import { say } from "../lib/say.js";
import { tables } from "../messages.js";
import { accept, lookAgain, note, tell } from "./actions.js";
import * as api from "./api.js";
import { analysis, here, START, state } from "./state.js";

/** What is being sent, by analysis and node. @type {Set<string>} */
const sending = new Set();

const area = () => byId("comment", HTMLTextAreaElement);
/** @param {string} id */
const keyOf = (id) => `comments-${id}`;
/** @param {string} id */
const isOpen = (id) => id === state.analysis?.id;

/** What was typed in an analysis and is not stored, by node, and the comment that was there before. @param {string} id @returns {Record<string, Draft>} */
const drafts = (id) => JSON.parse(localStorage.getItem(keyOf(id)) ?? "{}");

/** @typedef {{ text: string, before: string }} Draft */

/** @param {string} id @param {string} node @param {Draft | null} draft */
function keep(id, node, draft) {
  const { [node]: _, ...others } = drafts(id);
  const left = draft ? { ...others, [node]: draft } : others;
  if (Object.keys(left).length) localStorage.setItem(keyOf(id), JSON.stringify(left));
  else localStorage.removeItem(keyOf(id));
}

/** The comment that the server has for a node; undefined where the node is gone. @param {string} node */
const stored = (node) => (node === START ? state.analysis?.comment : state.nodes.get(node)?.comment);

/** @param {string} text */
const plain = (text) => text.trim().replace(/\s+/g, " ");

/** Where the text in the box belongs. */
const target = () => /** @type {{ id: string, node: string }} */ ({ ...area().dataset });

function typed() {
  const { id, node } = target();
  const before = drafts(id)[node]?.before ?? stored(node);
  if (before !== undefined) keep(id, node, { text: area().value, before });
}

/** Send what was typed about a node. It stays here until it is stored. @param {string} id @param {string} node */
async function send(id, node) {
  const draft = drafts(id)[node];
  const way = `${id} ${node}`;
  if (!draft || sending.has(way) || (isOpen(id) && stored(node) === undefined)) return;
  sending.add(way);
  try {
    const { analysis: view } = await api.change(id, "remark", { node, comment: plain(draft.text),
      instead_of: draft.before.length > tables.limits.comment ? undefined : draft.before });
    const newer = drafts(id)[node];
    keep(id, node, newer && newer.text !== draft.text ? { ...newer, before: plain(draft.text) } : null);
    if (isOpen(id)) accept(view);
  } catch (error) {
    const { status, message } = refusalOf(error);
    if (status === 409 && isOpen(id)) await join(id, node);
    else if (isOpen(id)) tell(message);
  } finally {
    sending.delete(way);
  }
}

/** Keep both comments when another page has written one too. @param {string} id @param {string} node */
async function join(id, node) {
  await lookAgain(id);
  const theirs = stored(node);
  const draft = drafts(id)[node];
  if (!isOpen(id) || theirs === undefined || !draft) return;
  const own = draft.text.startsWith(theirs) || theirs === draft.before;
  keep(id, node, { text: own ? draft.text : `${theirs} ${draft.text}`, before: theirs });
  if (target().node === node) area().value = drafts(id)[node].text;
  if (!own) note(say("analysis.both-comments"));
  setTimeout(send, 0, id, node);
}

/** Send all that was typed in this analysis, such as when the server is back. */
export function sendComments() {
  const { id } = state.analysis ?? {};
  if (id) { for (const node of Object.keys(drafts(id))) send(id, node); }
}

/** Make the box for comments; returns how it is drawn. */
export function buildComments() {
  area().addEventListener("input", typed);
  area().addEventListener("change", () => send(target().id, target().node));
  addEventListener("pagehide", sendComments);
  document.addEventListener("visibilitychange", () => document.hidden && sendComments());

  return () => {
    const { id } = analysis();
    const before = target();
    area().placeholder = here() ? say("analysis.your-comment") : say("analysis.about-game");
    const moved = before.node !== state.at || before.id !== id;
    if (moved && before.node) send(before.id, before.node); // it belongs to the move before
    if (moved || document.activeElement !== area()) {
      const text = drafts(id)[state.at]?.text ?? stored(state.at) ?? "";
      if (area().value !== text) area().value = text;
    }
    Object.assign(area().dataset, { node: state.at, id });
  };
}
