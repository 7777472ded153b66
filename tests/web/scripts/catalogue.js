// Gives the page's scripts their messages, which only the server makes: node --import ./catalogue.js
import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";

const MADE = /\/static\/((more-)?messages\.js)$/;

registerHooks({
  resolve(specifier, context, next) {
    const url = specifier.startsWith(".") ? new URL(specifier, context.parentURL).href : specifier;
    return MADE.test(url) ? { url, format: "module", shortCircuit: true } : next(specifier, context);
  },
  load(url, context, next) {
    const [, name] = MADE.exec(url) ?? [];
    if (!name) return next(url, context);
    const source = readFileSync(`${process.env.CROWNHEAD_MESSAGES}/${name}`, "utf8");
    return { source, format: "module", shortCircuit: true };
  },
});
