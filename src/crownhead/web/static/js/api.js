// Calls to the server. A refusal is a Refusal with a sentence for the person.

class Refusal extends Error {
  constructor(sentence, status, game) {
    super(sentence);
    this.status = status;
    this.game = game; // the present view, where the game has moved on
  }
}

/** The sentence to show for a refusal; other errors are mistakes of ours, for the console. */
export function sentenceOf(error) {
  if (error instanceof Refusal) return error.message;
  throw error;
}

async function call(method, path, body) {
  let response;
  try {
    response = await fetch(path, {
      method,
      headers: body ? { "Content-Type": "application/json" } : {},
      body: JSON.stringify(body),
      keepalive: method === "PATCH", // settings are sent even while the page goes away
    });
  } catch {
    throw new Refusal("The server does not answer. Is Crownhead still running in the terminal?", 0);
  }
  if (response.status === 204) return null;
  const answer = await response.json().catch(() => null);
  if (response.ok && answer) return answer;
  throw new Refusal(answer?.error ?? "Something went wrong in the server. Try again.", response.status, answer?.game);
}

const at = (id, deed = "") => `/api/games/${encodeURIComponent(id)}${deed && `/${deed}`}`;

export const choices = () => call("GET", "/api/choices");
export const preferences = () => call("GET", "/api/preferences");
export const keepPreferences = (values) => call("PATCH", "/api/preferences", { preferences: values });
export const games = () => call("GET", "/api/games?limit=20");
export const newGame = (setup) => call("POST", "/api/games", setup);
export const game = (id) => call("GET", at(id));
export const removeGame = (id) => call("DELETE", at(id));
export const change = (id, what) => call("PATCH", at(id), what);
/** moves, undo, redo, resign, draw, hint, rematch or step. */
export const post = (id, deed, body = {}) => call("POST", at(id, deed), body);
export const pdnAddress = (id) => at(id, "pdn");

export async function pdn(id) {
  const response = await fetch(pdnAddress(id));
  if (!response.ok) throw new Refusal("The game could not be read.", response.status);
  return response.text();
}
