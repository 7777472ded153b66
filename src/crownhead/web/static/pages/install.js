// Keeping the page like a program of its own. Fetched where the browser offers it.

import { byId, el, icon, svg } from "../lib/dom.js";

const button = el("button", { type: "button", class: "quiet", id: "install", "data-testid": "install" },
  icon("install"), el("span", {}, "Install"));

/** @param {any} offer the browser's */
export function showInstall(offer) {
  button.hidden = false;
  button.onclick = () => {
    button.hidden = true;
    offer.prompt();
  };
}

byId("sprite", SVGElement).append(svg("path", { id: "i-install", d: "M12 4v10M8 10.5l4 4 4-4M4.5 16v3.5h15V16" }));
byId("mute").before(button);
