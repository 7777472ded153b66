// The opening explorer: what was played in a position, with what results, when and by whom, and what the book says. It is told which
// position to show, and stands beside any board. Fetched when somebody asks for it.

import { call, refusalOf } from "../lib/api.js";
import { el, icon, sheet } from "../lib/dom.js";
import { setPreference } from "../lib/page.js";
import { stillBoard } from "../lib/picture.js";
import { fenOf, libraryAddress, rulesText } from "./address.js";
import { gamesPart, moveRow, ownPart, ownWords, tallyWords } from "./parts.js";

const OWN = "own";
const MOST_KEPT = 200; // answers
const FEW = 4; // games below the moves

/** What was chosen, without what was not. @param {Record<string, string>} given */
const filled = (given) => Object.fromEntries(Object.entries(given).filter(([, value]) => value));

/**
 * Make an explorer in an element.
 * @param {HTMLElement} element
 * @param {ExplorerConfig} config
 */
export function createExplorer(element, { words, source: first = "", play = null, point = () => {} }) {
  let source = first;
  /** @type {CollectionView[] | null} */
  let collections = null;
  /** the position of the board, or null where nothing is to be shown @type {Explored | null} */
  let shown = null;
  /** moves that were gone on from there @type {{ notation: string, position: PositionView }[]} */
  let walked = [];
  /** @type {Map<string, { explored: ExploredView, games: SearchView }>} */
  const known = new Map();
  /** which of one's own games @type {{ colour: string, opponent: string }} */
  let among = { colour: "", opponent: "" };
  let version = 0; // of the library, when it was asked last
  let asked = "";
  let problem = "";

  const head = el("div", { class: "explorer-head" });
  const body = el("div", { class: "explored", "aria-live": "off" });
  element.classList.add("explorer");
  element.replaceChildren(head, body);

  const position = () => walked.at(-1)?.position ?? /** @type {Explored} */ (shown).position;

  /** @returns {Record<string, string>} */
  function wanted() {
    const { rules } = /** @type {Explored} */ (shown);
    /** @type {Record<string, string>} */
    const chosen = source === OWN ? { own: "1", ...filled(among) } : source ? { collections: source } : {};
    return { fen: fenOf(position()), ...rulesText(rules), ...chosen };
  }

  async function ask() {
    const search = wanted();
    const key = JSON.stringify(search);
    asked = key;
    const before = known.get(key);
    if (before) {
      problem = "";
      draw(); // at once; games may have come or gone since
    }
    try {
      const query = new URLSearchParams(search);
      const explored = call("GET", `/api/library/explorer?${query}`);
      if (before && (await explored).version === before.explored.version) return;
      await learn(key, explored, call("GET", `/api/library/games?${query}&size=${FEW}&sort=date`));
      problem = "";
    } catch (error) {
      const { message, status } = refusalOf(error);
      if (status === 404 && source) return choose(""); // the collection is gone
      problem = message;
    }
    if (asked === key) draw();
  }

  /** Keep an answer; what was answered before the library changed is forgotten. @param {string} key @param {Promise<ExploredView>} exploring @param {Promise<SearchView>} searching */
  async function learn(key, exploring, searching) {
    const [explored, games] = await Promise.all([exploring, searching]);
    if (explored.version !== version) {
      known.clear();
      collections = null;
    }
    version = explored.version;
    collections ??= (await call("GET", "/api/library")).collections;
    known.set(key, { explored, games });
    if (known.size > MOST_KEPT) known.delete(/** @type {string} */ (known.keys().next().value));
  }

  function choose(value) {
    source = value;
    among = { colour: "", opponent: "" };
    setPreference("explorer", value);
    ask();
  }

  /** @param {ExploredMoveView["move"]} move */
  function take(move) {
    point([]);
    if (play) return play(move);
    walked = [...walked, { notation: move.notation, position: move.after }];
    ask();
  }

  function back(steps) {
    walked = walked.slice(0, walked.length - steps);
    ask();
  }

  // ---- drawing

  /** @param {string} testid @param {string} label @param {string[][]} items @param {string} chosen @param {(value: string) => unknown} chose */
  const select = (testid, label, items, chosen, chose) =>
    el("select", { "aria-label": label, "data-testid": testid, onchange: ({ target }) => chose(target.value) },
      ...items.map(([value, text]) => el("option", { value, selected: value === chosen }, text)));

  function sourcePart() {
    const items = [["", "All games"], ...(collections ?? []).filter((one) => one.games).map(({ name }) => [name, name]),
      [OWN, "My games against the computer"]];
    return select("explorer-source", "Which games", items, source, choose);
  }

  /** Which of one's own games: the colour, and against whom. @param {ExploredView | undefined} explored */
  function amongPart(explored) {
    if (source !== OWN) return [];
    /** @param {Partial<typeof among>} change */
    const narrow = (change) => {
      among = { ...among, ...change };
      ask();
    };
    const opponents = (explored?.opponents ?? []).map(({ opponent, name }) => [opponent, name]);
    return [
      select("explorer-colour", "Your colour", [["", "Both colours"],
        .../** @type {Side[]} */ (["black", "white"]).map((side) => [side, `I had ${words().colour(side)}`])],
        among.colour, (colour) => narrow({ colour })),
      select("explorer-opponent", "Against whom", [["", "All opponents"], ...opponents], among.opponent,
        (opponent) => narrow({ opponent })),
    ];
  }

  /** Where somebody has gone on from the board, on a small one. */
  function walkPart() {
    if (!walked.length) return null;
    const { flipped } = /** @type {Explored} */ (shown);
    return el("div", { class: "walked", "data-testid": "walked" },
      stillBoard(position().board, { flipped, plain: true }),
      el("div", {},
        el("p", {}, "Only looked at, after ", el("strong", {}, walked.map(({ notation }) => notation).join(" "))),
        el("div", { class: "walked-buttons" },
          el("button", { type: "button", "data-testid": "walk-back", onclick: () => back(1) }, icon("back"),
            el("span", {}, "Back")), walked.length > 1
          ? el("button", { type: "button", "data-testid": "walk-home", onclick: () => back(walked.length) },
            "To the board")
          : null)));
  }

  /** @param {{ explored: ExploredView, games: SearchView }} found */
  function content({ explored, games }) {
    const isOwn = source === OWN;
    const most = Math.max(...explored.moves.map(({ tally }) => tally.games), 1);
    const rows = explored.moves.map((one) =>
      moveRow(one, { words: words(), turn: position().turn, isOwn, most, take, point })
    );
    const nothing = explored.tally.games
      ? ""
      : isOwn
      ? (among.colour || among.opponent
        ? "None of these games had this position."
        : "You have not had this position against the computer.")
      : collections?.some((one) => one.games)
      ? "None of these games had this position."
      : "";
    return [
      walkPart(),
      el("p", { class: "explorer-name", "data-testid": "explorer-name" },
        el("strong", {}, position().opening ?? explored.position.opening ?? "This position"),
        el("small", {}, isOwn ? ownWords(explored.own) : tallyWords(explored.tally, words()))),
      rows.length ? el("ol", { class: "explored-moves", "aria-label": "Moves that were played here" }, ...rows) : null,
      nothing ? el("p", { class: "none" }, nothing) : null,
      collections && !collections.some((one) => one.games)
        ? el("p", { class: "none" }, "Your library has no games yet. ",
          el("a", { href: "/library" }, "Load the games of Marion Tinsley"))
        : null,
      isOwn ? ownPart(explored.own, words()) : null,
      gamesPart(games, libraryAddress(wanted()), words()),
    ].filter(Boolean);
  }

  function draw() {
    const focused =
      /** @type {HTMLElement | null} */ (element.contains(document.activeElement) ? document.activeElement : null)
        ?.dataset.testid;
    const found = known.get(asked);
    head.replaceChildren(sourcePart(), ...amongPart(found?.explored));
    if (problem) body.replaceChildren(el("p", { class: "none", role: "alert" }, problem));
    else if (found) body.replaceChildren(...content(found));
    element.dataset.fen = found?.explored.fen ?? "";
    if (focused) /** @type {HTMLElement | null} */ (element.querySelector(`[data-testid="${focused}"]`))?.focus();
  }

  document.addEventListener("visibilitychange", () => {
    if (shown && !document.hidden) ask(); // another tab may have brought games in
  });
  sheet("bars");
  sheet("explorer");
  body.append(el("p", { class: "none" }, "Looking…"));

  return {
    /** Show another position, unless it is shown already. @param {Explored} now */
    show(now) {
      const before = shown;
      shown = now;
      const same = before && fenOf(before.position) === fenOf(now.position) && before.flipped === now.flipped
        && before.look === now.look;
      if (same) return;
      if (!before || fenOf(before.position) !== fenOf(now.position)) walked = [];
      ask();
    },
  };
}
