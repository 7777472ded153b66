// Dialogs and what stands in them are fetched when somebody asks for them.

import { late, sentenceOf } from "../lib/api.js";
import { byId } from "../lib/dom.js";
import { refuse } from "./announce.js";
import { state } from "./state.js";

/** Do something with a part of the page that is not there yet, unless its game was left meanwhile. @param {Promise<any>} part @param {(module: any) => unknown} use */
export async function fetched(part, use) {
  const from = state.game?.id;
  try {
    const found = await late(part);
    if (from && from !== state.game?.id) return null;
    byId("start-error").textContent = "";
    return await use(found);
  } catch (error) {
    const sentence = sentenceOf(error);
    if (state.page === "game") refuse(sentence);
    else byId("start-error").textContent = sentence;
    return null;
  }
}

async function withDialogs(name) {
  const dialogs = await import("../lib/dialogs.js");
  await dialogs.ready();
  return name === "dialogs" ? dialogs : import(`./${name}.js`);
}

/** Do something with a module, once every dialog is there too. @param {(module: any) => unknown} use */
export const lazily = (name, use) => fetched(withDialogs(name), use);

/** Ask a yes-or-no question; resolves to true for yes. */
export const confirm = (...question) => lazily("dialogs", (dialogs) => dialogs.confirm(...question));

export const openHelp = () => lazily("dialogs", (dialogs) => dialogs.openDialog("help-dialog"));
