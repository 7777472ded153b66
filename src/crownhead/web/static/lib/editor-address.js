// The address of the editor with a position on its board.

const isEmpty = (options) => !Object.keys(options).length;

/** @param {string} fen without one, the usual start @param {{ preset?: string | null, options?: Record<string, any> }} [rules] */
export function editorAddress(fen, { preset = "english", options = {} } = {}) {
  const parts = [
    fen.trim() && `fen=${encodeURIComponent(fen.trim()).replaceAll("%3A", ":").replaceAll("%2C", ",")}`, // as people read it
    preset && preset !== "english" && `rules=${encodeURIComponent(preset)}`,
    !isEmpty(options) && `options=${encodeURIComponent(JSON.stringify(options))}`,
  ].filter(Boolean);
  return ["/editor", ...(parts.length ? [parts.join("&")] : [])].join("?");
}

/** Rules of a game or an analysis as the editor names them: house rules differ from the English. @param {{ name: string | null, options: Record<string, any> }} rules */
export const namedRules = ({ name, options }) => ({ preset: name ?? "english", options: name ? {} : options });
