// Bringing games in: files that are chosen or dropped, pasted text, and how far each is. Fetched when somebody asks.

import { Refusal, refusalOf } from "../lib/api.js";
import { byId, el, once, setText } from "../lib/dom.js";
import { sentence, shown } from "../lib/say.js";
import { ago, gamesWords, many } from "../lib/words.js";
import { tables } from "../messages.js";
import * as api from "./api.js";
import { loadLibrary, lookAgain } from "./finding.js";
import { closeButton } from "./naming.js";
import { inWords, onDraw, redraw, state, tell } from "./state.js";
import { backWords } from "./words.js";

const LOOK_MS = 400;
const FEW = 3; // imports that are over
const dialog = () => byId("import-dialog");
let built = false;
let serial = 0;

// ---- one import after another

/** @param {Partial<LibraryJob>} values @returns {LibraryJob} */
function newJob(values) {
  const job = { key: serial += 1, source: "", sent: 0, size: 0, stopped: false, waits: false, view: null, upload: null,
    problem: "", ...values };
  state.jobs = [...state.jobs, job];
  redraw();
  return job;
}

function forget(job) {
  state.jobs = state.jobs.filter((one) => one !== job);
  redraw();
}

/** @param {LibraryJob} job @param {Blob} file */
async function send(job, file) {
  const { upload, piece } = await api.beginUpload(job.source);
  job.upload = upload;
  while (job.sent < file.size && !job.stopped) {
    const body = file.slice(job.sent, job.sent + piece);
    let answer;
    try {
      answer = await fetch(api.pieceAddress(upload, job.sent), { method: "PUT", body });
    } catch {
      throw new Refusal("Crownhead does not answer. Is it still running in the terminal?", 0);
    }
    const said = await answer.json().catch(() => null);
    if (!answer.ok) throw new Refusal(said?.error ?? "The file could not be sent.", answer.status);
    job.sent += body.size;
    redraw();
  }
  if (job.stopped) await api.dropUpload(upload).catch(() => {});
  return upload;
}

const isOver = (view) => !["waiting", "running"].includes(view.state);

/** Watch an import until it is over. @param {LibraryJob} job */
async function watch(job) {
  while (job.view && !isOver(job.view)) {
    await new Promise((done) => setTimeout(done, LOOK_MS));
    job.view = await api.importOf(job.view.job);
    redraw();
  }
  await lookAgain();
}

/** @param {LibraryJob} job @param {() => Promise<ImportView>} ask */
async function run(job, ask) {
  try {
    const view = await ask();
    if (job.stopped && !view) return forget(job);
    job.view = view;
    redraw();
    await watch(job);
  } catch (error) {
    job.problem = refusalOf(error).message;
    redraw();
  }
}

/** Files wait for each other: the server takes only a few at once. */
let line = Promise.resolve();

/** @param {Blob} file */
function bringFile(file, name, collection) {
  const job = newJob({ source: name, size: file.size, waits: true });
  line = line.then(() =>
    run(job, async () => {
      job.waits = false;
      const upload = job.stopped ? "" : await send(job, file);
      return job.stopped ? /** @type {any} */ (null) : api.beginImport({ upload, ...(collection && { collection }) }); // else it is called like the file
    })
  );
}

export const importTinsley = once(() =>
  run(newJob({ source: "Marion Tinsley" }), () => api.beginImport({ tinsley: true }))
);

const stop = once(async (/** @type {LibraryJob} */ job) => {
  job.stopped = true;
  if (job.waits) return forget(job);
  if (job.view && job.view.job) job.view = await api.stopImport(job.view.job).catch(() => job.view);
  redraw();
});

const undo = once(async (number, job) => {
  try {
    const deleted = await api.undoImport(number);
    if (job) forget(job);
    tell(`The import was undone: ${gamesWords(deleted.games)} taken out.`, async () => {
      tell(backWords(await api.restore(deleted.id)));
      await lookAgain();
    });
    await lookAgain();
  } catch (error) {
    tell(refusalOf(error).message, null, true);
  }
});

// ---- in words

/** @param {ImportView} view */
function importWords({ added, duplicates, faulty, state: how, detail, collection }) {
  const parts = [`${gamesWords(added)} added to “${collection}”`];
  if (duplicates) parts.push(`${many(duplicates)} ${duplicates === 1 ? "was" : "were"} there already`);
  if (faulty) parts.push(`${many(faulty)} with mistakes, kept as far as ${faulty === 1 ? "it" : "they"} could be read`);
  const end = {
    stopped: " It was stopped.",
    failed: ` ${detail ? `It failed: ${shown(detail)}` : "It failed"}.`,
    interrupted: " It was cut off; import the file again to go on.",
    undone: " It was undone.",
    running: " It is still running, in another window or in a terminal.",
    done: "",
    waiting: "",
  }[how];
  return how === "failed" && !added ? end.trim() : `${parts.join(", ")}.${end}`;
}

/** @param {ImportView} view */
function faultsPart({ faults, faulty }) {
  if (!faults.length) return null;
  const where = (one) =>
    [one.line && `line ${one.line}`, one.column && `column ${one.column}`].filter(Boolean).join(", ");
  return el("details", { class: "faults", "data-testid": "faults" },
    el("summary", {}, faults.length < faulty ? `The first ${faults.length} mistakes` : "What was wrong"),
    el("ul", { tabindex: "0", "aria-label": "Mistakes" },
      ...faults.map((one) =>
        el("li", {}, el("strong", {}, `Game ${one.game}${where(one) ? `, ${where(one)}` : ""}: `),
          sentence(one.message))
      )));
}

/** What goes on, with a bar and a way to stop it. @param {LibraryJob} job */
function goingPart(job) {
  const { view, source } = job;
  const share = view ? view.share : job.size ? job.sent / job.size : null;
  const doing = job.waits || view?.state === "waiting"
    ? "is waiting"
    : view
    ? `is being read: ${gamesWords(view.games)} so far`
    : "is being sent";
  return [el("p", {}, `${source} ${doing}.`),
    el("progress", { max: 1, value: share, "aria-label": `Import of ${source}` }),
    el("div", { class: "job-buttons" },
      el("button", { type: "button", "data-testid": "job-stop", onclick: () => stop(job) }, "Stop"))];
}

/** What has come of it, and a way to take it back. @param {LibraryJob} job */
function overPart(job) {
  const { view, problem, source } = job;
  const canUndo = !problem && view?.id && view.added;
  return [el("p", {}, el("strong", {}, `${source}: `), view && !problem ? importWords(view) : problem),
    view && faultsPart(view), el("div", { class: "job-buttons" }, canUndo
      ? el("button", { type: "button", "data-testid": "job-undo", onclick: () => undo(view.id, job) },
        "Undo this import")
      : null,
      el("button", { type: "button", class: "quiet", "data-testid": "job-close", onclick: () => forget(job) },
        "Close"))];
}

/** @param {LibraryJob} job */
function jobPart(job) {
  const how = job.problem ? "failed" : job.view?.state ?? "sending";
  const parts = job.problem || (job.view && isOver(job.view)) ? overPart(job) : goingPart(job);
  return el("div", { class: `job${how === "failed" ? " wrong" : ""}`, "data-testid": "job", "data-state": how },
    ...parts);
}

/** what is drawn, by job @type {Map<number, { text: string, node: any }>} */
const drawn = new Map();

const hasEnded = (job) => Boolean(job.problem) || Boolean(job.view && isOver(job.view));

/** Those that are over pile up: the last few are shown. */
function shownJobs() {
  const ended = state.jobs.filter(hasEnded);
  const old = new Set(ended.slice(0, Math.max(0, ended.length - FEW)));
  return state.jobs.filter((job) => !old.has(job));
}

function closeAll() {
  state.jobs = state.jobs.filter((job) => !hasEnded(job));
  redraw();
}

const closeAllPart = el("div", { class: "job", "data-testid": "jobs-more" }, el("p", {}),
  el("div", { class: "job-buttons" },
    el("button", { type: "button", class: "quiet", "data-testid": "jobs-close", onclick: closeAll }, "Close all")));

function draw() {
  const jobs = byId("jobs");
  jobs.hidden = !state.jobs.length;
  const rows = shownJobs();
  const more = state.jobs.length - rows.length;
  setText(closeAllPart.querySelector("p"), `And ${more} more.`);
  const nodes = rows.map((job) => {
    const text = JSON.stringify([job.view, job.sent, job.waits, job.problem]);
    const old = drawn.get(job.key);
    if (old?.text === text) return old.node;
    const node = jobPart(job);
    if (old) {
      const had =
        /** @type {HTMLElement | null} */ (old.node.contains(document.activeElement) ? document.activeElement : null)
          ?.dataset.testid;
      old.node.replaceWith(node);
      if (had) node.querySelector(`[data-testid="${had}"]`)?.focus();
    }
    drawn.set(job.key, { text, node });
    return node;
  });
  if (more) nodes.push(closeAllPart);
  if (nodes.some((node, index) => jobs.children[index] !== node) || jobs.children.length !== nodes.length)
    jobs.replaceChildren(...nodes);
}

// ---- asking

/** @param {{ name: string, blob: Blob }[]} files */
function begin(files, collection) {
  dialog().close();
  for (const { name, blob } of files) bringFile(blob, name, collection);
}

export function askImport() {
  buildImporting();
  const names = (state.library?.collections ?? []).filter((one) => !one.own).map(({ name }) => name);
  const error = el("p", { class: "error", role: "alert" });
  const into = el("input", { type: "text", maxlength: tables.limits.collection, list: "import-names",
    placeholder: "Named after the file", "data-testid": "import-into" });
  const text = el("textarea", { rows: 5, spellcheck: "false", placeholder: "1. 11-15 23-19 2. 8-11 22-17",
    "data-testid": "import-text" });
  const chosen = el("p", { class: "hint" });
  /** @type {File[]} */
  let files = [];
  const choose = (list) => {
    files = [...list];
    chosen.textContent = files.length ? `Chosen: ${files.map(({ name }) => name).join(", ")}` : "";
    error.textContent = "";
  };
  const input = el("input", { type: "file", multiple: true, accept: ".pdn,.txt,text/plain", class: "unseen",
    id: "import-files", "data-testid": "import-files", onchange: ({ target }) => choose(target.files) });
  const zone = el("label", { class: "zone", for: "import-files" }, el("strong", {}, "Choose PDN files"),
    el("span", { class: "with-mouse" }, "or drop them here"), input);
  dropInto(zone, choose);
  const done = once(async (event) => {
    event.preventDefault();
    const pasted = text.value.trim();
    const all = files.map((file) => ({ name: file.name, blob: /** @type {Blob} */ (file) }));
    if (pasted) all.push({ name: "Pasted games", blob: new Blob([pasted]) });
    if (!all.length) return void (error.textContent = "Choose a file, or paste some games.");
    try {
      begin(all, into.value.trim() && (await api.target(into.value)).name);
    } catch (failure) {
      error.textContent = inWords(refusalOf(failure).message);
      into.focus();
    }
  });
  dialog().replaceChildren(
    el("div", { class: "dialog-head" }, el("h2", { id: "import-title" }, "Import games"), closeButton(dialog())),
    el("form", { method: "dialog", onsubmit: done }, zone, chosen,
      el("label", { class: "field" }, el("span", {}, "Or paste games (PDN)"), text),
      el("label", { class: "field" }, el("span", {}, "Into the collection"), into), error,
      el("datalist", { id: "import-names" }, ...names.map((name) => el("option", { value: name }))),
      el("p", { class: "hint" },
        "A collection takes each game once. A game that is only in another collection is added. You can undo an import as a whole."),
      el("div", { class: "dialog-buttons" },
        el("button", { type: "button", onclick: () => dialog().close() }, "Cancel"),
        el("button", { class: "primary", "data-testid": "import-yes" }, "Import"))),
  );
  dialog().showModal();
}

/** @param {HTMLElement} zone @param {(files: FileList) => void} take */
function dropInto(zone, take) {
  for (const kind of ["dragenter", "dragover"]) {
    zone.addEventListener(kind, (event) => {
      event.preventDefault();
      zone.classList.add("over");
    });
  }
  zone.addEventListener("dragleave", () => zone.classList.remove("over"));
  zone.addEventListener("drop", (event) => {
    event.preventDefault();
    zone.classList.remove("over");
    if (event.dataTransfer) take(event.dataTransfer.files);
  });
}

/** What was imported, the newest first. */
export function showImports() {
  buildImporting();
  /** @param {ImportView} one */
  const row = (one) =>
    el("li", {},
      el("span", {}, el("strong", {}, one.source),
        el("small", {},
          [one.started && ago(one.started), importWords(one)].filter(Boolean).join(": ").replace(/^./, (letter) =>
            letter.toUpperCase())), faultsPart(one)), one.id && one.present && isOver(one)
      ? el("button", { type: "button", "data-testid": "undo-import", onclick: () => {
        dialog().close();
        undo(one.id, null);
      } }, "Undo")
      : null);
  dialog().replaceChildren(
    el("div", { class: "dialog-head" }, el("h2", { id: "import-title" }, "Imports"), closeButton(dialog())),
    el("ul", { class: "rows" }, ...(state.library?.imports ?? []).map(row)),
  );
  dialog().showModal();
}

/** Show imports that go on, also those that were begun before the page was loaded, and take files that are dropped anywhere. */
export function buildImporting() {
  if (built) return;
  built = true;
  onDraw(draw);
  for (const view of state.library?.imports ?? [])
    if (view.job && !isOver(view))
      watch(newJob({ source: view.source, view })).catch(() => loadLibrary());
  addEventListener("dragover", (event) => event.dataTransfer?.types.includes("Files") && event.preventDefault());
  addEventListener("drop", (event) => {
    if (event.defaultPrevented || !event.dataTransfer?.files.length) return;
    event.preventDefault();
    begin([...event.dataTransfer.files].map((file) => ({ name: file.name, blob: /** @type {Blob} */ (file) })), "");
  });
  redraw();
}
