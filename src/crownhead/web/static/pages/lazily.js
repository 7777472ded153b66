// Dialogs and what stands in them are fetched when somebody asks for them.

import { byId } from "../lib/dom.js";
import { refuse } from "./announce.js";
import { state } from "./state.js";

/** Do something with a module that is not there yet, once every dialog is. @param {(module: any) => unknown} use */
export async function lazily(name, use) {
  let found;
  try {
    const dialogs = await import("../lib/dialogs.js");
    await dialogs.ready();
    found = name === "dialogs" ? dialogs : await import(`./${name}.js`);
  } catch {
    const sentence = "Crownhead does not answer. Is it still running in the terminal?";
    if (state.page === "game") refuse(sentence);
    else byId("start-error").textContent = sentence;
    return null;
  }
  return use(found);
}

/** Ask a yes-or-no question; resolves to true for yes. */
export const confirm = (...question) => lazily("dialogs", (dialogs) => dialogs.confirm(...question));

export const openHelp = () => lazily("dialogs", (dialogs) => dialogs.openDialog("help-dialog"));
