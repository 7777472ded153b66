// The rating after each game, with the range in which it very likely lies. Lines show the ratings of
// levels, for comparison.

import { byId, FILES, setText, svg, within } from "../lib/dom.js";
import { say } from "../lib/say.js";
import { roomIn } from "./charts.js";
import { dayOf, nearest, ratingValues, shortDay, ticks } from "./figures.js";
import { look, state } from "./state.js";

const HIGH = 300;
const LEFT = 42;
const RIGHT = 40; // pixels for faces
const BELOW = 24;
const ABOVE = 14;
const LABEL = 76; // pixels that a date takes
const FACE = 26;
const LEAST_SPAN = 500; // of the ratings shown
const SETTLED = 6; // games; the range before is wider than all that follows
const UNSURE = 150; // an error beyond which a rating is only a first guess

/** What the axes show. @param {StrengthAfterView[]} course @param {number} width */
function frame(course, width) {
  const settled = course.length > SETTLED ? course.filter(({ games }) => games >= SETTLED) : course;
  const ratings = course.map(({ rating }) => rating);
  let low = Math.min(...settled.map((one) => one.low), ...ratings) - 20;
  let high = Math.max(...settled.map((one) => one.high), ...ratings) + 20;
  const lacking = Math.max(LEAST_SPAN - (high - low), 0) / 2;
  low -= lacking;
  high += lacking;
  const last = course[course.length - 1].games;
  const inner = width - LEFT - RIGHT;
  return { low, high, width,
    x: (/** @type {number} */ count) => (last > 1 ? LEFT + (inner * (count - 1)) / (last - 1) : LEFT + inner / 2),
    y: (/** @type {number} */ rating) => ABOVE + ((HIGH - ABOVE - BELOW) * (high - rating)) / (high - low) };
}

/** The levels whose ratings are in sight; of two that would overlap, one. @param {ResultsView["levels"]} levels @param {ReturnType<typeof frame>} axes */
function levelLines(levels, { low, high, width, y }) {
  let above = Infinity;
  return levels.flatMap((one) => {
    const { rating } = one;
    if (!rating || rating < low || rating > high) return [];
    const at = y(rating);
    if (above - at < FACE + 2) return [];
    above = at;
    return [svg("path", { class: "level", d: `M${LEFT} ${at}H${width - RIGHT + 6}` }),
      svg("g", {}, svg("title", {}, say("results.level-rated", { level: one.name, rating: String(rating) })),
        svg("circle", { class: "face", cx: width - FACE / 2 - 4, cy: at, r: FACE / 2 }),
        svg("image", { class: "level-face", href: `${FILES}portraits/${one.portrait}.svg`, x: width - FACE - 4,
          y: at - FACE / 2, width: FACE, height: FACE }))];
  });
}

/** Dates below the games that ended then, as many as there is room for. @param {StrengthAfterView[]} course @param {ReturnType<typeof frame>} axes */
function days(course, { width, x }) {
  const count = Math.max(Math.min(Math.floor((width - LEFT - RIGHT) / LABEL), course.length), 1);
  let before = "";
  return Array.from({ length: count },
    (_, at) => course[Math.round((at * (course.length - 1)) / Math.max(count - 1, 1))]).map((one, at) => {
      const day = shortDay(one.ended);
      if (day === before) return null;
      before = day;
      const anchor = count === 1 ? "middle" : at === 0 ? "start" : at === count - 1 ? "end" : "middle";
      return svg("text", { class: "axis", x: x(one.games), y: HIGH - 6, "text-anchor": anchor }, day);
    });
}

/** @param {ResultsView} results @param {number} width */
function picture({ course, levels }, width) {
  const axes = frame(course, width);
  const { low, high, x, y } = axes;
  const at = (/** @type {StrengthAfterView} */ one, /** @type {number} */ rating) =>
    `${x(one.games).toFixed(1)} ${y(rating).toFixed(1)}`;
  const band = [...course.map((one) => at(one, one.high)), ...[...course].reverse().map((one) => at(one, one.low))];
  const here = course[state.point ?? course.length - 1];
  return svg("svg", { class: "graph-picture", viewBox: `0 0 ${width} ${HIGH}`, width, height: HIGH,
    "aria-hidden": "true" },
    svg("clipPath", { id: "inside" },
      svg("rect", { x: LEFT, y: ABOVE, width: width - LEFT - RIGHT, height: HIGH - ABOVE - BELOW })),
    ...ticks(low, high, 6).map((mark) =>
      svg("text", { class: "axis", x: LEFT - 8, y: y(mark) + 4, "text-anchor": "end" }, String(mark))
    ), ...levelLines(levels, axes), ...days(course, axes),
    svg("g", { "clip-path": "url(#inside)" }, svg("path", { class: "band", d: `M${band.join("L")}Z` }),
      svg("path", { class: "line", d: `M${course.map((one) => at(one, one.rating)).join("L")}` })),
    svg("path", { class: "here",
      d: `M${x(here.games)} ${Math.max(y(here.high), ABOVE)}V${Math.min(y(here.low), HIGH - BELOW)}` }),
    svg("circle", { class: "point", cx: x(here.games), cy: y(here.rating), r: 5 }));
}

/** @param {number} count */
const games = (count) => ({ code: "count.game", values: { count } });

/** @param {StrengthAfterView} one */
const pointText = (one) =>
  say("results.point", { games: games(one.games), day: dayOf(one.ended), ...ratingValues(one) });

const slider = () => byId("rating-slider", HTMLInputElement);

/** A range input over the picture: keys and fingers move along the course, and a mouse shows the point below it. */
export function listenToGraph() {
  slider().addEventListener("input", () => look(slider().valueAsNumber));
  slider().addEventListener("pointermove", (event) => {
    const course = state.results?.course;
    if (event.pointerType !== "mouse" || !course) return;
    const along = (event.offsetX - LEFT) / Math.max(slider().clientWidth - LEFT - RIGHT, 1);
    const wanted = 1 + along * (course[course.length - 1].games - 1);
    const far = (/** @type {number} */ at) => Math.abs(course[at].games - wanted);
    look(course.reduce((best, _, at) => (far(at) < far(best) ? at : best), 0));
  });
  slider().addEventListener("pointerleave", () => look(slider().valueAsNumber));
}

/** What a rating means, in a few sentences. @param {StrengthView} strength @param {ResultsView} results */
function meaning(strength, { levels, rated }) {
  const { rating: _, ...range } = ratingValues(strength);
  const like = nearest(levels, strength.rating);
  return [say("results.range", { ...range, games: games(rated) }), strength.error > UNSURE && say("results.guess"),
    say("results.nearest", { level: like.name, rating: String(like.rating) })].filter(Boolean).join(" ");
}

/** Draw all but the slider anew: somebody may be dragging it. @param {ResultsView} results */
export function drawGraph(results) {
  const { strength, course } = results;
  byId("rated").hidden = !strength;
  byId("unrated").hidden = Boolean(strength);
  if (!strength) return;
  const picked = state.point ?? course.length - 1;
  const text = pointText(course[picked]);
  setText(byId("rating-now"), String(strength.rating));
  setText(byId("rating-means"), meaning(strength, results));
  within(document, ".graph-picture", SVGElement).replaceWith(picture(results, roomIn(byId("rating"))));
  slider().max = String(course.length - 1);
  if (state.point === null) slider().valueAsNumber = picked;
  slider().setAttribute("aria-valuetext", text);
  setText(byId("told"), text);
}
