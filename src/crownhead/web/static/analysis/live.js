// The connection on which the server says what its engine finds and who has changed an analysis.

const RETRY_MS = 1000;

/** Talk about an analysis, again and again if the connection is lost. @param {string} id @param {{ opened(): void, heard(message: ThinkingMessage): void, lost(): void }} on */
export function createLive(id, on) {
  /** @type {WebSocket | null} */
  let socket = null;
  let retry = 0;

  function connect() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const mine = new WebSocket(`${scheme}://${location.host}/api/analyses/${id}/live`);
    socket = mine;
    mine.addEventListener("open", () => socket === mine && on.opened());
    mine.addEventListener("message", ({ data }) => socket === mine && on.heard(JSON.parse(data)));
    mine.addEventListener("close", () => {
      if (socket !== mine) return;
      retry = setTimeout(connect, RETRY_MS);
      on.lost();
    });
  }
  connect();

  return {
    isOpen: () => socket?.readyState === 1,
    /** @param {object} message */
    send: (message) => socket?.send(JSON.stringify(message)),
    close() {
      clearTimeout(retry);
      const old = socket;
      socket = null;
      old?.close();
    },
  };
}
