// The server's sentences in a theme's words.

/** The sides have other names in some themes. @param {Words} words */
export const coloured = (text, words) => text.replace(/\bBlack\b/g, words.colour("black")).replace(/\bWhite\b/g, words.colour("white"));
