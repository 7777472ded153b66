// Numbers, dates and addresses of the page of results. Pure: it reads neither the page nor its state.

import { language, say } from "../lib/say.js";

export const KINDS = /** @type {const} */ (["won", "drawn", "lost"]);

/** @param {TallyView} tally */
export const gamesIn = ({ won, drawn, lost }) => won + drawn + lost;

const PERCENT = new Intl.NumberFormat(language, { style: "percent" });

/** A count as a share of all. @param {number} count @param {number} all */
export const share = (count, all) => PERCENT.format(count / Math.max(all, 1));

/** The share of all points: a draw is half of one. @param {TallyView} tally */
export const score = (tally) => share(tally.won + tally.drawn / 2, gamesIn(tally));

/** @param {Intl.DateTimeFormatOptions} options */
const format = (options) => new Intl.DateTimeFormat(language, options);
const DATE = format({ day: "numeric", month: "short", year: "numeric" });
const SHORT = format({ day: "numeric", month: "short" });
const DAY = format({ day: "numeric", month: "short", timeZone: "UTC" });
const PERIODS = { day: DAY, week: DAY, month: format({ month: "short", year: "numeric", timeZone: "UTC" }),
  year: format({ year: "numeric", timeZone: "UTC" }) };

/** The name of a period, on an axis. @param {ResultsView["period"]} unit @param {string} begins */
export const periodName = (unit, begins) => PERIODS[unit].format(new Date(`${begins}T00:00:00Z`));

/** The name of a period in a sentence. @param {ResultsView["period"]} unit @param {string} begins */
export function periodText(unit, begins) {
  const day = periodName(unit, begins);
  return unit === "week" ? say("results.week-of", { day }) : day;
}

/** The day of a moment, where the reader is. @param {string} moment */
export const dayOf = (moment) => DATE.format(new Date(moment));
/** @param {string} moment */
export const shortDay = (moment) => SHORT.format(new Date(moment));

/** A rating and its range as values of a message: ratings have no thousands separator. @param {StrengthView} strength */
export const ratingValues = ({ rating, low, high }) => ({ rating: String(rating), low: String(low),
  high: String(high) });

/** The opponent whose rating is nearest. @param {ResultsView["levels"]} levels @param {number} rating */
export function nearest(levels, rating) {
  const far = (/** @type {OpponentView} */ one) => Math.abs((one.rating ?? Infinity) - rating);
  return levels.reduce((best, one) => (far(one) < far(best) ? one : best));
}

/** Round numbers for an axis: at most `most` steps from a lowest to a highest. @param {number} low @param {number} high @param {number} most */
export function ticks(low, high, most) {
  const rough = (high - low) / Math.max(most, 1);
  const power = 10 ** Math.floor(Math.log10(Math.max(rough, 1)));
  const step = [1, 2, 5, 10].map((times) => times * power).find((one) => one >= rough) ?? 10 * power;
  const found = [];
  for (let at = Math.ceil(low / step) * step; at <= high; at += step) found.push(at);
  return found;
}

/** Where a list of games is, by how they ended; without a result, all of them. @typedef {(kind?: typeof KINDS[number]) => string} Where */

/** The list of games against an opponent, or against all. @param {string} opponent @returns {Where} */
export const listOf = (opponent = "") => (state) => {
  const wanted = new URLSearchParams({ ...(state && { state }), ...(opponent && { opponent }) });
  return wanted.size ? `/?${wanted}` : "/";
};

const RESULTS = { won: "won", drawn: "draw", lost: "lost" };

/** A person's own games with an opening, in the library. @param {string} opening @returns {Where} */
export const inLibrary = (opening) => (kind) =>
  `/library?${new URLSearchParams({ own: "1", opening, ...(kind && { result: RESULTS[kind] }) })}`;
