// The opening explorer: what was played in a position, with what results, when and by whom, and what the book says.
// It can appear beside any board, and shows that board's position.

import "../more-messages.js"; // a game's page loads it with the explorer
import { call, refusalOf } from "../lib/api.js";
import { el, icon, options, refill, sheet } from "../lib/dom.js";
import { setPreference } from "../lib/page.js";
import { stillBoard } from "../lib/picture.js";
import { say, sayNodes } from "../lib/say.js";
import { sideName, SIDES } from "../lib/words.js";
import { fenOf, gamesPart, libraryAddress, moveRow, ownPart, rulesText, sayOwn, sayTally } from "./parts.js";

const OWN = "own";
const MOST_KEPT = 200; // answers
const FEW = 4; // games below the moves
const NOBODY = { colour: "", opponent: "" };

/** @typedef {{ explored: ExploredView, games: SearchView }} Answer */

/** Those that have a value. @param {Record<string, string>} given */
const filled = (given) => Object.fromEntries(Object.entries(given).filter(([, value]) => value));

/** Make an explorer in an element. @param {HTMLElement} element @param {ExplorerConfig} config */
export function createExplorer(element, { source = "", play = null, point = () => {} }) {
  const state = {
    /** the position of the board @type {Explored | null} */
    shown: null,
    /** moves that were followed from there @type {{ notation: string, position: PositionView }[]} */
    walked: [],
    source,
    among: NOBODY, // which of one's own games
    /** @type {CollectionView[] | null} */
    collections: null,
    version: 0, // of the library
    /** answers, by the search @type {Map<string, Answer>} */
    known: new Map(),
    asked: "",
    problem: "",
  };
  const head = el("div", { class: "explorer-head" });
  const body = el("div", { class: "explored", "aria-live": "off" });
  element.classList.add("explorer");
  element.replaceChildren(head, body);

  const position = () => state.walked.at(-1)?.position ?? /** @type {Explored} */ (state.shown).position;

  // ---- actions

  /** @returns {Record<string, string>} */
  function search() {
    const { rules } = /** @type {Explored} */ (state.shown);
    const which = state.source === OWN ? { own: "1", ...filled(state.among) } : filled({ collections: state.source });
    return { fen: fenOf(position()), ...rulesText(rules), ...which };
  }

  async function ask() {
    const query = new URLSearchParams(search());
    const key = String(query);
    const before = state.known.get(key);
    Object.assign(state, { asked: key, problem: before ? "" : state.problem });
    if (before) draw(); // at once, though games may have come or gone since
    try {
      const explored = call("GET", `/api/library/explorer?${query}`);
      if (before && (await explored).version === before.explored.version) return;
      await learn(key, explored, call("GET", `/api/library/games?${query}&size=${FEW}&sort=date`));
      state.problem = "";
    } catch (error) {
      const { message, status } = refusalOf(error);
      if (status === 404 && state.source) return choose(""); // the collection is gone
      state.problem = message;
    }
    if (state.asked === key) draw();
  }

  /** Keep an answer, and forget those of an older library. @param {string} key @param {Promise<ExploredView>} exploring @param {Promise<SearchView>} searching */
  async function learn(key, exploring, searching) {
    const [explored, games] = await Promise.all([exploring, searching]);
    if (explored.version !== state.version) Object.assign(state, { known: new Map(), collections: null });
    state.version = explored.version;
    state.collections ??= (await call("GET", "/api/library")).collections;
    state.known.set(key, { explored, games });
    if (state.known.size > MOST_KEPT) state.known.delete(/** @type {string} */ (state.known.keys().next().value));
  }

  /** @param {string} chosen */
  function choose(chosen) {
    Object.assign(state, { source: chosen, among: NOBODY });
    setPreference("explorer", chosen);
    ask();
  }

  /** @param {Partial<typeof NOBODY>} change */
  function narrow(change) {
    state.among = { ...state.among, ...change };
    ask();
  }

  /** @param {MoveView} move */
  function take(move) {
    point([]);
    if (play) return play(move);
    state.walked = [...state.walked, { notation: move.notation, position: move.after }];
    ask();
  }

  /** @param {number} steps */
  function back(steps) {
    state.walked = state.walked.slice(0, state.walked.length - steps);
    ask();
  }

  /** Show another position. @param {Explored} now */
  function show(now) {
    const { shown } = state;
    if (!shown) begin();
    const isSame = shown && fenOf(shown.position) === fenOf(now.position);
    state.shown = now;
    if (isSame && shown.flipped === now.flipped && shown.look === now.look) return;
    if (!isSame) state.walked = [];
    ask();
  }

  function begin() {
    sheet("bars");
    sheet("explorer");
    body.append(el("p", { class: "none" }, say("explorer.looking")));
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden && element.offsetParent) ask(); // another tab may have imported games
    });
  }

  // ---- drawing

  /** @param {string} name @param {string} label @param {[string, string][]} items @param {string} chosen @param {(value: string) => unknown} chose */
  const select = (name, label, items, chosen, chose) =>
    el("select", { "aria-label": label, "data-testid": `explorer-${name}`, "data-focus": name, onchange: ({ target }) =>
      chose(target.value) }, ...options(items, chosen));

  const full = () => (state.collections ?? []).filter((one) => one.games);

  /** Which games are counted. @param {ExploredView | undefined} explored */
  function choices(explored) {
    /** @type {[string, string][]} */
    const named = full().map(({ name }) => [name, name]);
    const chosen = select("source", say("explorer.source"), [["", say("explorer.source.all")], ...named, [OWN,
      say("explorer.source.own")]], state.source, choose);
    if (state.source !== OWN) return [chosen];
    /** @type {[string, string][]} */
    const sides = SIDES.map((side) => [side, say("explorer.colour.one", { side: sideName(side) })]);
    /** @type {[string, string][]} */
    const opponents = (explored?.opponents ?? []).map(({ opponent, name }) => [opponent, name]);
    return [
      chosen,
      select("colour", say("explorer.colour"), [["", say("explorer.colour.both")], ...sides], state.among.colour,
        (colour) => narrow({ colour })),
      select("opponent", say("explorer.opponent"), [["", say("explorer.opponent.all")], ...opponents],
        state.among.opponent, (opponent) => narrow({ opponent })),
    ];
  }

  /** The position that was reached from the board, on a small one. */
  function walkPart() {
    const { walked, shown } = state;
    if (!walked.length) return null;
    const moves = el("strong", {}, walked.map(({ notation }) => notation).join(" "));
    return el("div", { class: "walked", "data-testid": "walked" },
      stillBoard(position().board, { flipped: shown?.flipped, plain: true }),
      el("div", {}, el("p", {}, ...sayNodes("explorer.walked", { moves })),
        el("div", { class: "walked-buttons" },
          el("button", { "data-testid": "walk-back", "data-focus": "back", onclick: () => back(1) }, icon("back"),
            el("span", {}, say("explorer.back"))), walked.length > 1
          && el("button", { "data-testid": "walk-home", onclick: () => back(walked.length) },
            say("explorer.to-board")))));
  }

  /** Why there are no games. @param {ExploredView} explored */
  function sayNone({ tally }) {
    if (tally.games) return "";
    if (state.source === OWN && !state.among.colour && !state.among.opponent) return say("explorer.own-none");
    return state.source === OWN || full().length ? say("explorer.none") : "";
  }

  /** @param {Answer} found @returns {Node[]} */
  function content({ explored, games }) {
    const isOwn = state.source === OWN;
    const most = Math.max(...explored.moves.map(({ tally }) => tally.games), 1);
    const rows = explored.moves.map((one) => moveRow(one, { turn: position().turn, isOwn, most, take, point }));
    const none = sayNone(explored);
    return [
      walkPart(),
      el("p", { class: "explorer-name", "data-testid": "explorer-name" },
        el("strong", {}, position().opening ?? explored.position.opening ?? say("explorer.this-position")),
        el("small", {}, isOwn ? sayOwn(explored.own) : sayTally(explored.tally))),
      rows.length ? el("ol", { class: "explored-moves", "aria-label": say("explorer.moves") }, ...rows) : null,
      none ? el("p", { class: "none" }, none) : null,
      state.collections && !full().length
        ? el("p", { class: "none" },
          ...sayNodes("explorer.empty", { link: el("a", { href: "/library" }, say("explorer.load")) }))
        : null,
      isOwn ? ownPart(explored.own) : null,
      gamesPart(games, libraryAddress(search())),
    ].filter((one) => one !== null);
  }

  function draw() {
    const { source: from, among, collections, problem, shown, walked } = state;
    const found = state.known.get(state.asked);
    refill(head, [from, among, collections, found?.explored.opponents, shown?.look], () => choices(found?.explored));
    if (problem) refill(body, problem, () => [el("p", { class: "none", role: "alert" }, problem)]);
    else if (found) {
      refill(body, [state.asked, state.version, from, among, walked, collections?.length, shown?.flipped, shown?.look],
        () => content(found));
    }
    element.dataset.fen = found?.explored.fen ?? "";
  }

  return { show };
}
