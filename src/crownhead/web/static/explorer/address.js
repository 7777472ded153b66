// A position as the server is asked about it. Pure: it reads no page and no state.

const squares = (board, man) =>
  [...board].flatMap((letter,
    index) => (letter.toLowerCase() !== man ? [] : [`${letter === man ? "" : "K"}${index + 1}`])
  ).join(",");

/** @param {PositionView} position */
export const fenOf = ({ board, turn }) =>
  `${turn === "black" ? "B" : "W"}:W${squares(board, "w")}:B${squares(board, "b")}`;

const valueText = (value) => (value === true ? "on" : value === false ? "off" : String(value));

/** Rules other than the usual, as a search names them. @param {{ name: string | null, options: Record<string, any> }} rules @returns {{ rules?: string }} */
export function rulesText({ name, options }) {
  if (name === "english") return {};
  const given = Object.entries(options).filter(([, value]) => value !== null);
  return { rules: name ?? given.map(([option, value]) => `${option}=${valueText(value)}`).join(" ") };
}

/** Where all games are listed. @param {Record<string, string>} search */
export const libraryAddress = (search) =>
  `/library?${
    Object.entries(search).map(([name, value]) =>
      `${name}=${encodeURIComponent(value).replaceAll("%3A", ":").replaceAll("%2C", ",").replaceAll("%20", "+")}`
    ).join("&")
  }`;
