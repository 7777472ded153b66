// Bringing a board to the newest view: each move is shown once, and a backlog is skipped. Everything else is drawn when a
// piece lands. Tweens can all be finished at once.

const LATE_MS = 60; // a tab in the background has few frames or none

/** @param {number} t */
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

  /** Call `step` with 0..1 over some milliseconds; the promise resolves at the end. @param {number} milliseconds @param {(t: number) => void} step @returns {Promise<void>} */
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
      /** @param {number} now */
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
    /** @param {number} milliseconds */
    pause: (milliseconds) => tween(milliseconds, () => {}),
    /** Show everything at once from now on, or not any more. @param {boolean} on */
    rush: (on) => {
      rushing = on;
    },
  };
}

const OWN_LEG_MS = 130;
const QUIET_MS = 320;
const CROWN_MS = 420;

/** The position after so many moves. @param {GameView} game @param {number} ply */
export const positionAt = (game, ply) => (ply === 0 ? game.start : game.record[ply - 1]?.after);

/** @param {Board} board @param {Motion} motion @param {PlaybackState} screen @param {Hooks} hooks */
export function createPlayback(board, motion, screen, hooks) {
  let following = false; // pieces are on their way
  let run = Promise.resolve(); // ... until this is done
  let landedAt = -Infinity; // when our own move had landed

  const behind = () => {
    const { game, shown, pending } = screen;
    return game && !pending
      && (shown?.id !== game.id || shown.ply !== game.ply || shown.position.board !== game.position.board);
  };

  /** Show what has happened since, one move after the other. */
  function follow() {
    if (!following) run = catchUp();
  }

  async function catchUp() {
    following = true;
    while (behind()) await step(/** @type {GameView} */ (screen.game));
    following = false;
    motion.rush(false);
    screen.moving = null;
    hooks.rest();
    hooks.draw();
  }

  /** Nobody waits for the animation: show its end now. */
  function hurry() {
    if (following) motion.rush(true);
    motion.finish();
    return run;
  }

  /** @param {GameView} game @param {number} ply */
  function arrive(game, ply) {
    screen.shown = { id: game.id, ply, position: positionAt(game, ply) };
    screen.moving = null;
  }

  /** @param {GameView} game */
  async function step(game) {
    const { shown } = screen;
    if (shown?.id !== game.id || screen.browsing !== null) {
      if (shown?.id === game.id && game.ply > shown.ply) hooks.passed();
      arrive(game, game.ply);
      if (shown?.id !== game.id) board.pieces.place(hooks.visible());
      return hooks.draw();
    }
    const ahead = game.ply - shown.ply;
    const known = positionAt(game, shown.ply);
    if (known?.board !== shown.position.board || ahead <= 0 || hooks.isFast(game)) return settle(game);
    if (ahead > 2) {
      arrive(game, game.ply - 1);
      hooks.skipped(game, game.record[game.ply - 2]);
      board.pieces.place(hooks.visible());
      return hooks.draw();
    }
    await showMove(game, game.record[shown.ply]);
  }

  /** @param {GameView} game */
  async function settle(game) {
    const before = /** @type {any} */ (screen.shown).ply;
    arrive(game, game.ply);
    const glide = hooks.isFast(game) ? board.pieces.place(hooks.visible()) : board.pieces.settle(hooks.visible());
    if (game.ply && game.ply >= before) hooks.skipped(game, game.record[game.ply - 1]);
    hooks.draw();
    await glide;
  }

  /** Whether a game was left, or a move of it taken back. @param {GameView} game @param {RecordedMoveView} move */
  const isGone = ({ id }, { ply, notation }) =>
    screen.shown?.id !== id || Number(screen.game?.ply) < ply || screen.game?.record[ply - 1].notation !== notation;

  /** @param {GameView} game @param {RecordedMoveView} move */
  async function showMove(game, move) {
    const own = hooks.isOwn(game, move.side);
    if (!own && game.players[move.side].kind === "computer")
      await motion.pause(landedAt + hooks.pause() - performance.now());
    if (isGone(game, move) || screen.browsing !== null) return;
    board.pieces.place(hooks.visible()); // the board may be turning
    const leg = own ? OWN_LEG_MS : move.captured.length ? hooks.leg() : Math.min(QUIET_MS, hooks.leg());
    await travel(game, move, 1, leg, !own && move.captured.length ? leg : 0);
    if (isGone(game, move)) return screen.shown?.id === game.id ? board.pieces.settle(hooks.visible()) : undefined;
    if (own) landedAt = performance.now(); // it was typed
    await land(game, move, move.side, move.ply);
  }

  /** Let the piece of a move go its way; `stood` squares of it are behind it already. @param {GameView} game @param {MoveView} move @param {number} stood @param {number} leg */
  async function travel(game, move, stood, leg, linger = 0) {
    screen.moving = move;
    hooks.draw();
    await board.pieces.slide(move.path[0], move.path.slice(stood), leg, (index) => {
      if (screen.shown?.id !== game.id) return;
      board.pieces.fadeOnly(move.captured.slice(0, stood + index));
      hooks.sound(move.captured.length ? "capture" : "move");
    }, linger);
  }

  /** @param {GameView} game @param {MoveView} move @param {Side} side @param {number} ply */
  async function land(game, move, side, ply) {
    board.pieces.land(move.path[0], /** @type {number} */ (move.path.at(-1)), move.captured);
    screen.shown = { id: game.id, ply, position: move.after };
    screen.moving = null;
    board.pieces.place(hooks.visible());
    hooks.landed(game, { ...move, side });
    hooks.draw();
    if (!move.crowned) return;
    hooks.sound("crown");
    await motion.pause(motion.reduced() ? 0 : CROWN_MS);
  }

  /** Show our move before the server has seen it; `dropped` if the piece is there already. @param {MoveView} move @param {number} stood @param {boolean} dropped */
  const showOwn = (move, stood, dropped) => (run = glideOwn(move, stood, dropped));

  /** @param {MoveView} move @param {number} stood @param {boolean} dropped */
  async function glideOwn(move, stood, dropped) {
    const game = /** @type {GameView} */ (screen.game);
    following = true; // views wait until the piece has landed
    const last = move.path.length - 1;
    await travel(game, move, dropped ? last : stood, dropped ? OWN_LEG_MS / 2 : OWN_LEG_MS);
    if (screen.shown?.id === game.id) {
      landedAt = performance.now();
      await land(game, move, game.position.turn, game.ply + 1);
    }
    await catchUp();
  }

  return { follow, hurry, showOwn, isBusy: () => following };
}
