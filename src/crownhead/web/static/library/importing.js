// Imports: the dialog that takes files and text, how far each import is, and those of the past.

import { openForm } from "../lib/dialogs.js";
import { arrange, byId, el, once, refill } from "../lib/dom.js";
import { listed, say, sentence } from "../lib/say.js";
import { ago } from "../lib/words.js";
import { tables } from "../messages.js";
import { button, dialogOf, openDialog, suggestions, textField } from "./dialogs.js";
import { faultPlace, games, importText } from "./games.js";
import { forgetEnded, forgetJob, hasEnded, importFiles, isOver, onDraw, state, stopJob, undoImport } from "./state.js";

const FEW = 3; // finished imports that are shown

/** @param {ImportView} view */
function faultsPart({ faults, faulty }) {
  if (!faults.length) return null;
  const rows = faults.map((fault) => el("li", {}, el("strong", {}, faultPlace(fault), " "), sentence(fault.message)));
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

export function openImport() {
  const collections = (state.library?.collections ?? []).filter((one) => !one.own).map(({ name }) => name);
  const text = el("textarea", { name: "text", rows: 5, spellcheck: "false", "data-testid": "import-text",
    placeholder: "1. 11-15 23-19 2. 8-11 22-17" });
  const chosen = el("p", { class: "hint" });
  const input = el("input", { type: "file", multiple: true, accept: ".pdn,.txt,text/plain", class: "unseen",
    id: "import-files", "data-testid": "import-files", onchange: () => showChosen() });
  const showChosen = () => {
    const names = filesOf(input.files).map(({ name }) => name);
    chosen.textContent = names.length ? say("library.files-chosen", { files: listed(names, "and") }) : "";
  };
  const zone = el("label", { class: "zone", for: "import-files" }, el("strong", {}, say("library.choose-files")),
    el("span", { class: "with-mouse" }, say("library.drop-files")), input);
  dropInto(zone, (files) => {
    input.files = files;
    showChosen();
  });
  openForm("import-dialog", { title: say("library.import-games"), yes: say("library.import"), testid: "import-yes",
    keep: async ({ text: pasted, collection }) => {
      const files = filesOf(input.files);
      if (pasted) files.push({ name: say("library.pasted"), blob: new Blob([pasted]) });
      if (!files.length) return say("library.nothing-chosen");
      await importFiles(files, collection);
    } }, zone, chosen, el("label", { class: "field" }, el("span", {}, say("library.paste")), text),
    textField(say("library.into"), "collection", { maxlength: tables.limits.collection, list: "import-names",
      placeholder: say("library.into.example"), "data-testid": "import-into" }),
    suggestions("import-names", collections), el("p", { class: "hint" }, say("library.import-hint")));
}

/** @param {HTMLElement} zone @param {(files: FileList) => void} take */
function dropInto(zone, take) {
  const highlight = (/** @type {boolean} */ isHere) => (/** @type {DragEvent} */ event) => {
    event.preventDefault();
    zone.classList.toggle("over", isHere);
  };
  for (const kind of /** @type {const} */ (["dragenter", "dragover"])) zone.addEventListener(kind, highlight(true));
  for (const kind of /** @type {const} */ (["dragleave", "drop"])) zone.addEventListener(kind, highlight(false));
  zone.addEventListener("drop", ({ dataTransfer }) => dataTransfer && take(dataTransfer.files));
}

/** What was imported, the newest first. */
export function openImports() {
  /** @param {ImportView} view */
  const row = (view) => {
    const { id, source, started, present } = view;
    const undo = () => {
      dialogOf("import-dialog").close();
      undoImport(/** @type {number} */ (id));
    };
    return el("li", {},
      el("span", {}, el("strong", {}, source),
        el("small", {}, [started && sentence(ago(started)), importText(view)].filter(Boolean).join(" ")),
        faultsPart(view)), id && present && isOver(view) ? button("undo-import", say("page.undo"), undo) : null);
  };
  openDialog("import-dialog", say("library.imports"),
    el("ul", { class: "rows" }, ...(state.library?.imports ?? []).map(row)));
}

/** Show imports, and take files that are dropped anywhere. */
export function buildImporting() {
  onDraw(draw);
  addEventListener("dragover", (event) => event.dataTransfer?.types.includes("Files") && event.preventDefault());
  addEventListener("drop", (event) => {
    if (event.defaultPrevented || !event.dataTransfer?.files.length) return;
    event.preventDefault();
    dialogOf("import-dialog").close();
    importFiles(filesOf(event.dataTransfer.files));
  });
}
