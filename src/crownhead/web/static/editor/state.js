// The one state of the editor. Others change it and ask for a redraw, of which there is one a frame.

import { createDrawing, inWords, say, words } from "../lib/page.js";
import { EMPTY, TOOLS } from "./edits.js";

/** @type {EditorState} */
export const state = {
  board: EMPTY,
  turn: "black",
  rules: { preset: "english", options: {} },
  draft: null,
  tool: TOOLS[0],
  flipped: false,
  focus: 12,
  past: [],
  future: [],
  message: "",
  unread: "",
  preferences: null,
  visitor: { id: "", host: true },
  choices: null,
};

export { inWords, say, words };
export const { onDraw, redraw } = createDrawing();

export function tell(sentence) {
  state.message = inWords(sentence);
  redraw();
}
