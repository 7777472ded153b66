// The page of a person's own results, at /results.

import { byId, setText } from "../lib/dom.js";
import { beginPage, loadPreferences } from "../lib/page.js";
import { say } from "../lib/say.js";
import { drawOpenings, drawOpponents, drawSides, drawTime, drawTotal } from "./charts.js";
import { gamesIn } from "./figures.js";
import { drawGraph, listenToGraph } from "./graph.js";
import { load, onDraw, redraw, state } from "./state.js";

const CHARTS = [drawTotal, drawOpponents, drawSides, drawOpenings, drawGraph, drawTime];

/** What counts, and how the rating comes about. @param {ResultsView} results */
function explained({ total, rated }) {
  const games = gamesIn(total);
  const basis = rated === games
    ? say("results.rated-all")
    : say("results.rated-some", { rated, games: { code: "count.game", values: { count: games } } });
  return [say("results.what-counts"), basis, say("results.left-out"), say("results.method")].join(" ");
}

function draw() {
  const { results, problem } = state;
  const any = Boolean(results && gamesIn(results.total));
  if (results || problem) setText(byId("intro"), problem || say(any ? "results.intro" : "results.none"));
  byId("charts").hidden = !any;
  byId("play").hidden = any || !results;
  setText(byId("counts"), results && any ? explained(results) : "");
  if (results && any) { for (const chart of CHARTS) chart(results); }
}

async function begin() {
  beginPage(state, redraw);
  listenToGraph();
  onDraw(draw);
  addEventListener("resize", redraw);
  document.addEventListener("visibilitychange", () => document.hidden || load());
  await Promise.all([loadPreferences().catch(() => {}), load()]);
}

begin();
