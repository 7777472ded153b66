// Dialogs and what stands in them are fetched when somebody asks for them.

import { late, sentenceOf } from "../lib/api.js";
import { byId } from "../lib/dom.js";
import { refuse } from "./announce.js";
import { state } from "./state.js";

/** Do something with a module that is not there yet, once every dialog is. @param {(module: any) => unknown} use */
export async function lazily(name, use) {
  try {
    const dialogs = await late(import("../lib/dialogs.js"));
    await late(dialogs.ready());
    const found = name === "dialogs" ? dialogs : await late(import(`./${name}.js`));
    byId("start-error").textContent = "";
    return await use(found);
  } catch (error) {
    const sentence = sentenceOf(error);
    if (state.page === "game") refuse(sentence);
    else byId("start-error").textContent = sentence;
    return null;
  }
}

/** Ask a yes-or-no question; resolves to true for yes. */
export const confirm = (...question) => lazily("dialogs", (dialogs) => dialogs.confirm(...question));

export const openHelp = () => lazily("dialogs", (dialogs) => dialogs.openDialog("help-dialog"));
