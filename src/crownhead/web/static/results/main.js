// The page of one's own results, at /results.

import { call, refusalOf } from "../lib/api.js";
import { byId, setText } from "../lib/dom.js";
import { beginPage, loadPreferences } from "../lib/page.js";
import { drawGraph } from "./graph.js";
import { drawOpenings, drawOpponents, drawSides, drawTotal } from "./parts.js";
import { onDraw, redraw, state } from "./state.js";
import { drawTime } from "./time.js";
import { gamesIn } from "./words.js";

const RETRY_MS = 2000;

/** @param {ResultsView} results */
function counted({ total, rated }) {
  const games = gamesIn(total);
  const which = rated === games ? "all of them" : `${rated} of the ${games}`;
  return "All your games against a computer that have ended are counted; in a score a draw is half a win. Hints and moves that you took back are not recorded, so games with them count like the others. "
    + `Your rating follows from ${which}: games with house rules for moving or capturing, games from a position that was set up, and opponents without a rating are left out. `
    + "It starts at 1200, a mere guess, and moves with every result; roughly your last 35 games decide it. "
    + "\u201cVery likely\u201d means 19 times out of 20. If you only win, or only lose, the range stays wide.";
}

/** @param {ResultsView} results */
function drawWords(results) {
  const any = gamesIn(results.total) > 0;
  setText(byId("intro"), any
    ? "How your games against the computer have ended."
    : "No game against the computer is over yet. Finish one, and it is counted here.");
  byId("charts").hidden = !any;
  byId("play").hidden = any;
  setText(byId("counts"), any ? counted(results) : "");
}

/** @param {(results: ResultsView) => void} draw @returns {(results: ResultsView) => void} */
const ifAny = (draw) => (results) => void (gamesIn(results.total) && draw(results));

async function load() {
  try {
    state.results = await call("GET", "/api/results");
    state.point = null;
    redraw();
  } catch (error) {
    const { status, message } = refusalOf(error);
    setText(byId("intro"), message);
    if (!status) setTimeout(load, RETRY_MS);
  }
}

async function begin() {
  beginPage(state, redraw);
  onDraw(drawWords);
  for (const draw of [drawTotal, drawOpponents, drawSides, drawOpenings, drawGraph, drawTime]) onDraw(ifAny(draw));
  addEventListener("resize", redraw);
  document.addEventListener("visibilitychange", () => document.hidden || load());
  await Promise.all([loadPreferences().catch(() => {}), load()]);
}

begin();
