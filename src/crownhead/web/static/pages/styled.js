// Dialogs whose style the page does without until it is needed.

import { openDialog } from "../lib/dialogs.js";
import { el } from "../lib/dom.js";

/** Load a style sheet, once. @param {string} name @returns {Promise<unknown>} */
function sheet(name) {
  const href = `/static/css/${name}.css`;
  const link = document.querySelector(`link[href="${href}"]`) ?? el("link", { rel: "stylesheet", href });
  return new Promise((done) => {
    if (link.sheet) return done(null);
    for (const end of ["load", "error"]) link.addEventListener(end, done);
    if (!link.isConnected) document.head.append(link);
  });
}

/** Open a dialog once its style is there. @param {string} id */
export async function openStyled(id) {
  await Promise.all(["dialogs", "setup"].map(sheet));
  return openDialog(id);
}
