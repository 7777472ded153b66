// Numbers and dates as people read them. Pure: it reads no page and no state.

/** @param {TallyView} tally */
export const gamesIn = ({ won, drawn, lost }) => won + drawn + lost;

/** The share of all points: a draw is half of one. @param {TallyView} tally */
export const score = (tally) => `${Math.round((100 * (tally.won + tally.drawn / 2)) / Math.max(gamesIn(tally), 1))}%`;

/** A rating with how far off it may be. @param {StrengthView} strength */
export const range = ({ low, high }) => `${low} to ${high}`;

const format = (options) => {
  const made = new Intl.DateTimeFormat("en-GB", options);
  return (day) => made.format(day);
};
const DAY = format({ day: "numeric", month: "short", timeZone: "UTC" });
const DATE = format({ day: "numeric", month: "short", year: "numeric" });
const SHORT = format({ day: "numeric", month: "short" });
const MONTH = format({ month: "short", year: "numeric", timeZone: "UTC" });
const NAMES = { day: DAY, week: DAY, month: MONTH, year: (/** @type {Date} */ day) => String(day.getUTCFullYear()) };

/** The name of a period, on an axis. @param {ResultsView["period"]} unit */
export const periodName = (unit, begins) => NAMES[unit](new Date(`${begins}T00:00:00Z`));

/** ... and where there is room for words. @param {ResultsView["period"]} unit */
export const periodWords = (unit,
  begins) => (unit === "week" ? `Week of ${periodName(unit, begins)}` : periodName(unit, begins));

/** The day of a moment, where the reader is. */
export const dayOf = (moment) => DATE(new Date(moment));
export const shortDay = (moment) => SHORT(new Date(moment));

/** The opponent whose rating is nearest. @param {ResultsView["levels"]} levels */
export function nearest(levels, rating) {
  const far = (one) => Math.abs((one.rating ?? Infinity) - rating);
  return levels.reduce((best, one) => (far(one) < far(best) ? one : best));
}

/** Round numbers for an axis: a few from a lowest to a highest. */
export function ticks(low, high, most) {
  const rough = (high - low) / Math.max(most, 1);
  const power = 10 ** Math.floor(Math.log10(Math.max(rough, 1)));
  const step = [1, 2, 5, 10].map((times) => times * power).find((one) => one >= rough) ?? 10 * power;
  const found = [];
  for (let at = Math.ceil(low / step) * step; at <= high; at += step) found.push(at);
  return found;
}
