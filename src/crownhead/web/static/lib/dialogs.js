// Dialogs: the browser keeps the focus inside and gives it back.

import { byId, el, icon, setText } from "./dom.js";

/** @param {string} id @returns {HTMLDialogElement} */
export function openDialog(id) {
  const dialog = byId(id);
  if (!dialog.open) dialog.showModal();
  return dialog;
}

/** Ask a yes-or-no question; resolves to true for yes. @param {string} title @param {string} text @param {string} yes @param {string} testid */
export function confirm(title, text, yes, testid, no = "Cancel") {
  const dialog = byId("confirm-dialog");
  for (const [part, words] of Object.entries({ title, text, yes, no })) setText(byId(`confirm-${part}`), words);
  byId("confirm-yes").dataset.testid = testid;
  dialog.returnValue = "no";
  openDialog("confirm-dialog");
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => resolve(dialog.returnValue === "yes"), { once: true });
  });
}

/** Show text that cannot be copied for the person. @param {string} title @param {string} text */
export function showText(title, text) {
  setText(byId("text-title"), title);
  const area = byId("text-shown");
  area.value = text;
  openDialog("text-dialog");
  area.select();
}

/** A title and a button that closes. @param {HTMLDialogElement} dialog */
function addHead(dialog) {
  const { title } = dialog.dataset;
  const close = el("button", { type: "button", class: "quiet round close", "aria-label": "Close", onclick: () => dialog.close() }, icon("close"));
  dialog.setAttribute("aria-label", title ?? "");
  const named = dialog.id === "text-dialog" ? { id: "text-title" } : {};
  (dialog.querySelector("form") ?? dialog).prepend(el("div", { class: "dialog-head" }, el("h2", named, title), close));
}

export function listenToDialogs() {
  for (const dialog of document.querySelectorAll("dialog")) {
    if (dialog.dataset.title) addHead(dialog);
    // A click on the backdrop closes what loses nothing by it.
    dialog.addEventListener("pointerdown", (event) => {
      if (event.target === dialog && !dialog.classList.contains("setup")) dialog.close();
    });
  }
  for (const answer of ["yes", "no"]) byId(`confirm-${answer}`).addEventListener("click", () => byId("confirm-dialog").close(answer));
}
