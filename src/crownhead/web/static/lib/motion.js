// Moving things smoothly: tweens that can all be finished at once.

const LATE_MS = 60; // a tab in the background has few frames or none

const eased = (t) => (t < 0.5 ? 2 * t * t : 1 - (2 - 2 * t) ** 2 / 2);

/**
 * The movement of one board.
 * @param {() => string} wish "auto", "full" or "reduced"
 */
export function createMotion(wish) {
  const prefersLess = matchMedia("(prefers-reduced-motion: reduce)");
  /** @type {Set<{ frame: number, finish: () => void }>} */
  const running = new Set();
  let rushing = false; // the rest is shown at once

  const reduced = () => (wish() === "auto" ? prefersLess.matches : wish() === "reduced");

  /** Call `step` with 0..1 over some milliseconds; the promise resolves at the end. @returns {Promise<void>} */
  function tween(milliseconds, step) {
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

  const finish = () => [...running].forEach((one) => one.finish());
  document.addEventListener("visibilitychange", () => document.hidden && finish());

  return {
    reduced,
    tween,
    finish,
    pause: (milliseconds) => tween(milliseconds, () => {}),
    /** Show everything at once from now on, or not any more. */
    rush: (on) => {
      rushing = on;
    },
  };
}
