// Keeping the page like a program of its own. Fetched where the browser offers it.

import { byId } from "../lib/dom.js";

/** @param {any} offer the browser's */
export function showInstall(offer) {
  const button = byId("install");
  button.hidden = false;
  button.onclick = () => {
    button.hidden = true;
    offer.prompt();
  };
}
