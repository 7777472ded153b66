// Gives the page's scripts their messages, which only the server makes: node --import ./catalogue.js
import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";

const MADE = "/static/messages.js";

registerHooks({
  resolve(specifier, context, next) {
    const url = specifier.startsWith(".") ? new URL(specifier, context.parentURL).href : specifier;
    return url.endsWith(MADE) ? { url, format: "module", shortCircuit: true } : next(specifier, context);
  },
  load(url, context, next) {
    if (!url.endsWith(MADE)) return next(url, context);
    return { source: readFileSync(process.env.CROWNHEAD_MESSAGES ?? "", "utf8"), format: "module", shortCircuit: true };
  },
});
