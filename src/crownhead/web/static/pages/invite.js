// Playing on two devices: a link for a friend's seat, or for somebody who watches.

import * as more from "../lib/api.js";
import * as api from "../lib/api.js";
import { openDialog } from "../lib/dialogs.js";
import { byId, el, once, setAttribute, setText } from "../lib/dom.js";
import { SIDES } from "./setup-form.js";
import { onDraw, state, words } from "./state.js";

const WATCH_ONLY = "Send a link, and someone can watch this game on another phone or computer.";
const TWO_PLAY = "Send a friend a link: they play on their own phone or computer, and you play here.";
const TAKE_A_SEAT = "To let a friend play, open “Who plays” and choose Person for the computer's side.";

/** @type {GameView} */
let game;
/** for whom the link is that is shown @type {InvitationView | null} */
let invitation = null;

/** @returns {any} */
const part = (name) => byId("invite-body").querySelector(`[data-testid="invite-${name}"]`);

const button = (name, text, onclick, look = "") =>
  el("button", { type: "button", class: look, "data-testid": `invite-${name}`, onclick }, text);

// ---- the link

/** @param {HTMLInputElement} field */
async function copy(field) {
  field.select();
  const copied = await navigator.clipboard?.writeText(field.value).then(() => true, () => false);
  setText(part("status"), copied
    ? "Copied."
    : matchMedia("(pointer: coarse)").matches
    ? "Press and hold the link to copy it."
    : "The link is selected. Copy it with Ctrl-C.");
}

/** @param {InvitationView} invitation */
function linkPart({ place, link, reachable }) {
  const field = el("input", { type: "text", value: link, readonly: true, "data-testid": "invite-link",
    onfocus: () => field.select() });
  const help = el("p", { class: "setup-error", "data-testid": "invite-unreachable" },
    "Other devices cannot reach this computer yet. Stop Crownhead with Ctrl-C and start it with ",
    el("code", { class: "whole" }, "crownhead --share"), " or ",
    el("code", { class: "whole" }, "make play PLAY=--share"), ".");
  return [
    reachable ? null : help,
    el("p", {}, place === "watch"
      ? "Whoever opens this link can watch."
      : `Whoever opens this link first plays ${words.colour(place)}.`),
    el("div", { class: "detail" }, el("label", { class: "field" }, "Link", field),
      button("copy", "Copy", () => copy(field))),
    reachable
      ? el("img", { src: more.codeAddress(game.id, place), alt: "QR code of the link", width: 224, height: 224,
        "data-testid": "invite-code" })
      : null,
  ].filter((node) => node !== null);
}

/** Do something on the server; what it refuses is said here. */
const attempt = (action) =>
  once(async () => {
    setText(part("error"), "");
    try {
      await action();
    } catch (error) {
      setText(part("error"), api.sentenceOf(error));
    }
    drawInvite();
  });

/** @param {InvitationView["place"]} place */
const ask = (place) =>
  attempt(async () => {
    invitation = await more.invite(game.id, place);
    part("answer").replaceChildren(...linkPart(invitation));
    part("link").focus();
  });

const free = attempt(async () => {
  game = await api.post(game.id, "seats/free");
  invitation = null;
  part("answer").replaceChildren();
  part("watch").focus();
});

// ---- the dialog

/** How it stands with the friend. */
function standing() {
  const owners = SIDES.map((side) => game.players[side].owner).filter((owner) => owner !== null);
  if (owners.includes("invited")) return "Waiting for your friend to open the link.";
  return owners.some((owner) => owner !== state.visitor.id) ? "Your friend has joined." : "";
}

/** Show who has which seat by now; nothing that has the focus goes away. */
function drawInvite() {
  if (!part("answer")) return;
  if (state.game?.id === game.id && state.game.version > game.version) game = state.game;
  for (const side of SIDES) {
    const node = part(side);
    const taken = (game.players[side].owner ?? "invited") !== "invited";
    if (node) node.hidden = taken && invitation?.place !== side;
  }
  for (const place of [...SIDES, "watch"])
    if (part(place)) setAttribute(part(place), "aria-pressed", invitation?.place === place);
  part("free").hidden = SIDES.every((side) => game.players[side].owner === null);
  setText(part("standing"), standing());
}

onDraw(drawInvite);

/** Let a friend play on another device, or somebody watch. @param {GameView} shown */
export async function openInvite(shown) {
  game = shown;
  invitation = null;
  const people = SIDES.filter((side) => game.players[side].kind === "person");
  const both = people.length === 2;
  byId("invite-body").replaceChildren(
    el("p", {}, both ? TWO_PLAY : WATCH_ONLY),
    ...(people.length === 1 ? [el("p", {}, TAKE_A_SEAT)] : []),
    el("div", { class: "detail" },
      ...(both ? SIDES.map((side) => button(side, `My friend plays ${words.colour(side)}`, ask(side), "chip")) : []),
      button("watch", "Let someone watch", ask("watch"), "chip")),
    el("div", { class: "part", "data-testid": "invite-answer" }),
    el("p", { role: "status", "data-testid": "invite-status" }),
    el("p", { role: "status", "data-testid": "invite-standing" }),
    el("p", { class: "setup-error", role: "alert", "data-testid": "invite-error" }),
    button("free", "Play both sides here again", free),
  );
  drawInvite();
  openDialog("invite-dialog");
  const waiting = SIDES.find((side) => game.players[side].owner === "invited");
  if (waiting) await ask(waiting)();
}
