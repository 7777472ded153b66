// What the linter looks for in the page's scripts; types are checked by TypeScript.
import js from "@eslint/js";

const browser = [
  "AbortController", "Blob", "Node", "DOMParser", "AudioBufferSourceNode", "AudioContext", "BiquadFilterNode", "GainNode", "IntersectionObserver", "OscillatorNode",
  "ResizeObserver", "URLSearchParams", "WebSocket", "addEventListener", "cancelAnimationFrame", "clearInterval", "clearTimeout",
  "URL", "document", "fetch", "history", "innerHeight", "localStorage", "location", "matchMedia", "navigator", "performance",
  "print", "process", "requestAnimationFrame", "scrollTo", "sessionStorage", "setInterval", "setTimeout", "structuredClone", "console",
];

export default [
  { ignores: ["build/**", "node_modules/**", ".venv/**", "**/types/**"] },
  js.configs.recommended,
  {
    files: ["src/crownhead/web/static/**/*.js", "tests/web/scripts/**/*.js"],
    languageOptions: { ecmaVersion: 2024, sourceType: "module", globals: Object.fromEntries(browser.map((name) => [name, "readonly"])) },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      complexity: ["error", 20],
      eqeqeq: "error",
      "max-lines": ["error", 400],
      "max-lines-per-function": ["error", { max: 180, skipComments: true }],
      "no-shadow": "error",
      "no-unused-vars": ["error", { varsIgnorePattern: "^_", argsIgnorePattern: "^_" }],
      "no-var": "error",
      "prefer-const": "error",
    },
  },
];
