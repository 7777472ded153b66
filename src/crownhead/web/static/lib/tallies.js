// How many there are, and how games have ended, as people read it. Pure: it reads no page and no state.

const NUMBER = new Intl.NumberFormat("en");

/** "1,024" */
export const many = (count) => NUMBER.format(count);

/** "1,024 games" */
export const gamesWords = (count) => `${many(count)} ${count === 1 ? "game" : "games"}`;

/** "12 won, 3 drawn, 5 lost" @param {TallyView} tally */
export const wonDrawnLost = ({ won, drawn, lost }) => `${won} won, ${drawn} drawn, ${lost} lost`;
