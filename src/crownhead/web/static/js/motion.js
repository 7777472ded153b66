// Moving things smoothly: tweens that can all be finished at once.

import { state } from "./state.js";

const LATE_MS = 60; // a tab in the background has few frames or none
const running = new Set();
let rushing = false; // the rest is shown at once
const prefersLess = matchMedia("(prefers-reduced-motion: reduce)");

export function reducedMotion() {
  const wish = state.preferences.motion;
  return wish === "auto" ? prefersLess.matches : wish === "reduced";
}

const eased = (t) => (t < 0.5 ? 2 * t * t : 1 - (2 - 2 * t) ** 2 / 2);

/** Call `step` with 0..1 over some milliseconds; the promise resolves at the end. */
export function tween(milliseconds, step) {
  if (milliseconds <= 0 || rushing || document.hidden) {
    step(1);
    return Promise.resolve();
  }
  return new Promise((resolve) => {
    const begun = performance.now();
    const one = { frame: 0, finish };
    const late = setTimeout(finish, milliseconds + LATE_MS);
    function finish() {
      if (!running.delete(one)) return;
      clearTimeout(late);
      cancelAnimationFrame(one.frame);
      step(1);
      resolve();
    }
    function frame(now) {
      const t = Math.max(0, (now - begun) / milliseconds);
      if (t >= 1) return finish();
      step(eased(t));
      one.frame = requestAnimationFrame(frame);
    }
    running.add(one);
    one.frame = requestAnimationFrame(frame);
  });
}

export const pause = (milliseconds) => tween(milliseconds, () => {});

export function rush(on) {
  rushing = on;
}

export function finishTweens() {
  for (const one of [...running]) one.finish();
}

document.addEventListener("visibilitychange", () => document.hidden && finishTweens());
