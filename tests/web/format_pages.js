// Formats the page's JavaScript and CSS with dprint: `make format`. With --check it only names what differs.
import { createFromBuffer } from "@dprint/formatter";
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";

const PLUGINS = {
  "@dprint/typescript": { preferHanging: true, singleBodyPosition: "maintain", useBraces: "maintain" },
  "dprint-plugin-malva": { singleLineBlockThreshold: 12 },
};

const require = createRequire(import.meta.url);
const formatters = Object.entries(PLUGINS).map(([name, settings]) => {
  const formatter = createFromBuffer(readFileSync(require.resolve(`${name}/plugin.wasm`)));
  formatter.setConfig({ lineWidth: 120, indentWidth: 2 }, settings);
  return { formatter, extensions: formatter.getFileMatchingInfo().fileExtensions };
});

/** A file as dprint leaves it alone; some need several passes. @param {string} filePath @param {string} fileText */
function formatted(filePath, fileText) {
  const extension = filePath.split(".").at(-1);
  const { formatter } = formatters.find(({ extensions }) => extensions.includes(extension));
  const after = formatter.formatText({ filePath, fileText });
  return after === fileText ? after : formatted(filePath, after);
}

const files = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard", "*.js", "*.css"]);
const changed = files.toString().split("\0").filter(Boolean).filter((file) => {
  const before = readFileSync(file, "utf8");
  const after = formatted(file, before);
  if (after !== before && !process.argv.includes("--check")) writeFileSync(file, after);
  return after !== before;
});
if (process.argv.includes("--check") && changed.length) {
  console.error(`run make format: ${changed.join(", ")}`);
  process.exit(1);
}
