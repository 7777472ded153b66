// Imports: the dialog that takes files and text, the progress of each import, and past imports.

import { openForm } from "../lib/dialogs.js";
import { arrange, byId, el, once, refill, setText } from "../lib/dom.js";
import { listed, say, sentence } from "../lib/say.js";
import { ago } from "../lib/words.js";
import { button, openDialog, suggest } from "./dialogs.js";
import { games, importText, whereText } from "./games.js";
import { forgetEnded, forgetJob, hasEnded, importFiles, isOver, onDraw, state, stopJob, undoImport } from "./state.js";

const FEW = 3; // finished imports that are shown

/** @param {ImportView} view */
function faultsPart({ faults, faulty }) {
  if (!faults.length) return null;
  const rows = faults.map((fault) => el("li", {}, el("strong", {}, whereText(fault), " "), sentence(fault.message)));
  return el("details", { class: "faults", "data-testid": "faults" }, el("summary", {}, faults.length < faulty
    ? say("library.first-faults", { count: faults.length })
    : say("library.faults")), el("ul", { tabindex: "0", "aria-label": say("library.faults") }, ...rows));
}

/** An import that goes on. @param {LibraryJob} job */
function goingPart(job) {
  const { view, source: file, waits } = job;
  const share = view ? view.share : job.file ? job.sent / job.file.size : null;
  const text = waits || view?.state === "waiting"
    ? say("library.import.waiting", { file })
    : view
    ? say("library.import.reading", { file, games: games(view.games) })
    : say("library.import.sending", { file });
  return [el("p", {}, text), el("progress", { max: 1, value: share, "aria-label": say("library.import.of", { file }) }),
    el("div", { class: "job-buttons" }, button("job-stop", say("library.stop"), once(() => stopJob(job))))];
}

/** An import that has ended. @param {LibraryJob} job */
function endedPart(job) {
  const { view, problem, source } = job;
  const { id = null } = problem || !view?.added ? {} : view;
  return [el("p", {}, el("strong", {}, source), " ", view && !problem ? importText(view) : problem),
    view && faultsPart(view),
    el("div", { class: "job-buttons" },
      id && button("job-undo", say("library.undo-import"), once(() => undoImport(id, job))),
      button("job-close", say("page.close"), () => forgetJob(job), "", "quiet"))];
}

/** The boxes that show imports. @type {WeakMap<LibraryJob, HTMLElement>} */
const boxes = new WeakMap();

/** @param {LibraryJob} job */
function boxOf(job) {
  const how = job.problem ? "failed" : job.view?.state ?? "sending";
  const box = boxes.get(job) ?? el("div", { "data-testid": "job" });
  boxes.set(job, box);
  box.className = `job${how === "failed" ? " wrong" : ""}`;
  box.dataset.state = how;
  refill(box, [job.view, job.sent, job.waits, job.problem], () => (hasEnded(job) ? endedPart(job) : goingPart(job)));
  return box;
}

/** @param {number} count */
const restPart = (count) =>
  el("div", { class: "job", "data-testid": "jobs-more" }, el("p", {}, say("library.more-imports", { count })),
    el("div", { class: "job-buttons" }, button("jobs-close", say("library.close-all"), forgetEnded, "", "quiet")));

function draw() {
  const { jobs } = state;
  const old = new Set(jobs.filter(hasEnded).slice(0, -FEW));
  byId("jobs").hidden = !jobs.length;
  arrange(byId("jobs"), [...jobs.filter((job) => !old.has(job)).map(boxOf), ...(old.size ? [restPart(old.size)] : [])]);
}

// ---- the dialogs

/** @param {FileList | null} list */
const filesOf = (list) => [...(list ?? [])].map((file) => ({ name: file.name, blob: /** @type {Blob} */ (file) }));

const input = () => byId("import-files", HTMLInputElement);

/** Say which files are chosen. */
function showChosen() {
  const names = filesOf(input().files).map(({ name }) => name);
  setText(byId("import-chosen"), names.length ? say("library.files-chosen", { files: listed(names, "and") }) : "");
}

export function openImport() {
  suggest();
  openForm("import-dialog", {}, async ({ text, collection }) => {
    const files = filesOf(input().files);
    if (text) files.push({ name: say("library.pasted"), blob: new Blob([text]) });
    if (!files.length) return say("library.nothing-chosen");
    await importFiles(files, collection);
  });
  showChosen();
}

/** Take files that are dropped into a part of the page. @param {HTMLElement} zone */
function listenToDrops(zone) {
  const highlight = (/** @type {boolean} */ isHere) => (/** @type {DragEvent} */ event) => {
    event.preventDefault();
    zone.classList.toggle("over", isHere);
  };
  for (const kind of /** @type {const} */ (["dragenter", "dragover"])) zone.addEventListener(kind, highlight(true));
  for (const kind of /** @type {const} */ (["dragleave", "drop"])) zone.addEventListener(kind, highlight(false));
  zone.addEventListener("drop", ({ dataTransfer }) => {
    if (dataTransfer) input().files = dataTransfer.files;
    showChosen();
  });
}

/** What was imported, the newest first. */
export function openImports() {
  /** @param {ImportView} view */
  const row = (view) => {
    const { id, source, started, present } = view;
    const undo = () => {
      byId("game-dialog", HTMLDialogElement).close();
      undoImport(/** @type {number} */ (id));
    };
    return el("li", {},
      el("span", {}, el("strong", {}, source ?? say("file.standard-input")),
        el("small", {}, [started && sentence(ago(started)), importText(view)].filter(Boolean).join(" ")),
        faultsPart(view)), id && present && isOver(view) ? button("undo-import", say("page.undo"), undo) : null);
  };
  openDialog(say("library.imports"), el("ul", { class: "rows" }, ...(state.library?.imports ?? []).map(row)));
}

/** Show imports, and take files that are dropped anywhere. */
export function buildImporting() {
  onDraw(draw);
  input().addEventListener("change", showChosen);
  listenToDrops(byId("import-zone"));
  addEventListener("dragover", (event) => event.dataTransfer?.types.includes("Files") && event.preventDefault());
  addEventListener("drop", (event) => {
    if (event.defaultPrevented || !event.dataTransfer?.files.length) return;
    event.preventDefault();
    for (const id of ["import-dialog", "game-dialog"]) byId(id, HTMLDialogElement).close();
    importFiles(filesOf(event.dataTransfer.files));
  });
}
