// Who plays in an open game: another opponent, a friend on another device, or somebody who watches.

import * as api from "../lib/api.js";
import { openDialog } from "../lib/dialogs.js";
import { byId, el, once, onClick, portrait, setAttribute, setText } from "../lib/dom.js";
import { copied } from "../lib/page.js";
import { say } from "../lib/say.js";
import * as words from "../lib/words.js";
import * as actions from "./actions.js";
import { accept, offers } from "./game.js";
import { change } from "./play.js";
import { offered } from "./setup-form.js";
import { drawAll, game, isOpen, onDraw, state } from "./state.js";

// ---- who plays

/** @param {OpponentView} one */
function option({ opponent, number, name, rating }) {
  const named = number ? say("play.level", { number, name }) : name;
  return el("option", { value: opponent }, rating ? say("play.rated", { name: named, rating: String(rating) }) : named);
}

/** @param {OffersView} choices @param {Side} side */
function select(choices, side) {
  const { opponent, name } = game().players[side];
  const rare = opponent !== "person" && !offered(choices, opponent) ? el("option", { value: opponent }, name) : null;
  // The person's own seat is the less likely one to be changed.
  const testid = side === words.other(words.mySide(game(), state.visitor) ?? "black")
    ? "level-select"
    : "player-select";
  return el("select", { name: side, "data-testid": testid }, el("option", { value: "person" }, say("game.person")),
    rare, el("optgroup", { label: say("setup.levels") }, ...choices.levels.map(option)),
    el("optgroup", { label: say("setup.classic") }, ...choices.classic.map(option)));
}

/** @param {OffersView} choices @param {Side} side @param {Element} error */
function row(choices, side, error) {
  const field = select(choices, side);
  field.addEventListener("change", async () => {
    const before = game().players[side].opponent;
    drawFace(field);
    setText(error, "");
    if (await change({ [side]: field.value })) return;
    field.value = before;
    drawFace(field);
    setText(error, state.remark?.text() ?? say("play.not-changed"));
  });
  return el("div", { class: "detail" }, portrait(null), el("label", { class: "field" }, words.sideName(side), field));
}

/** The face of whoever is chosen. @param {HTMLSelectElement} field */
function drawFace(field) {
  const face = field.closest(".detail")?.querySelector(".portrait");
  const chosen = state.choices && offered(state.choices, field.value);
  const { src } = portrait(chosen?.portrait ?? (field.value === "person" ? null : "classic"));
  if (face) setAttribute(face, "src", src);
}

/** Others may change who plays, too; a list that somebody is in stays as it is. */
function drawSeats() {
  if (!state.game || !byId("seats-dialog", HTMLDialogElement).open) return;
  for (const field of byId("seats").querySelectorAll("select")) {
    if (field === document.activeElement) continue;
    field.value = state.game.players[/** @type {Side} */ (field.name)].opponent;
    drawFace(field);
  }
}

/** Let somebody else play. */
export async function openSeats() {
  const { id } = game();
  const choices = await offers();
  if (!choices || !isOpen(id)) return;
  const error = el("p", { class: "setup-error", role: "alert" });
  byId("seats").replaceChildren(...words.SIDES.map((side) => row(choices, side, error)), error);
  openDialog("seats-dialog");
  drawSeats();
}

// ---- links for other devices

/** @type {InvitationView["seat"][]} */
const INVITED = [...words.SIDES, "watch"];

/** @param {string} name */
const part = (name) => byId(`invite-${name}`);

async function copy() {
  const field = byId("invite-link", HTMLInputElement);
  field.select();
  const isCopied = await copied(field.value);
  const byHand = matchMedia("(pointer: coarse)").matches ? "play.copy-by-finger" : "play.copy-by-key";
  setText(part("status"), say(isCopied ? "play.copied" : byHand));
}

/** Do something on the server; what it refuses is said here. @param {() => Promise<unknown>} action */
const attempt = (action) =>
  once(async () => {
    setText(part("error"), "");
    try {
      await action();
    } catch (error) {
      setText(part("error"), api.sentenceOf(error));
    }
  });

/** @param {InvitationView["seat"]} seat */
const inviting = (seat) =>
  attempt(async () => {
    actions.invite(await api.invite(game().id, seat));
    drawAll(); // the link must be there to be focused
    part("link").focus();
  });

const free = attempt(async () => {
  accept(await api.post(game().id, "seats/free"));
  actions.invite(null);
  part("watch").focus();
});

/** How it stands with the friend. */
function standing() {
  const players = words.SIDES.map((side) => game().players[side]);
  if (players.some(({ invited }) => invited)) return say("play.friend-invited");
  return players.some(({ owner }) => owner !== null && owner !== state.visitor.id) ? say("play.friend-joined") : "";
}

/** @param {InvitationView} invitation */
function drawLink({ seat, link, reachable }) {
  part("unreachable").hidden = reachable;
  setText(part("does"), seat === "watch"
    ? say("play.link-watches")
    : say("play.link-plays", { side: words.sideName(seat) }));
  setAttribute(part("link"), "value", link);
  part("code").hidden = !reachable;
  if (reachable) setAttribute(part("code"), "src", api.codeAddress(game().id, seat));
}

/** Show who has which seat by now; nothing that has the focus goes away. */
function drawInvite() {
  if (!state.game || !byId("invite-dialog", HTMLDialogElement).open) return;
  const { invitation, game: { players } } = state;
  const people = words.SIDES.filter((side) => players[side].kind === "person").length;
  setText(part("whom"), say(people === 2 ? "play.invite-friend" : "play.invite-watcher"));
  part("first").hidden = people !== 1;
  for (const seat of INVITED) setAttribute(part(seat), "aria-pressed", seat === invitation?.seat);
  for (const side of words.SIDES) {
    const isFree = people === 2 && players[side].owner === null;
    part(side).hidden = !isFree && side !== invitation?.seat;
    setText(part(side), say("play.friend-plays", { side: words.sideName(side) }));
  }
  part("answer").hidden = !invitation;
  if (invitation) drawLink(invitation);
  part("free").hidden = words.SIDES.every((side) => players[side].owner === null && !players[side].invited);
  setText(part("standing"), standing());
}

/** Let a friend play on another device, or somebody watch. */
export function openInvite() {
  actions.invite(null);
  for (const name of ["status", "error"]) setText(part(name), "");
  openDialog("invite-dialog");
  drawInvite();
  const waiting = words.SIDES.find((side) => game().players[side].invited);
  if (waiting) inviting(waiting)();
}

export function listenToSeats() {
  for (const seat of INVITED) onClick(`invite-${seat}`, inviting(seat));
  onClick("invite-copy", copy);
  onClick("invite-free", free);
  byId("invite-link", HTMLInputElement).addEventListener("focus",
    ({ currentTarget }) => /** @type {HTMLInputElement} */ (currentTarget).select());
  onDraw(drawSeats);
  onDraw(drawInvite);
}
