/** Moves the sign behind a backslash to characters that no mark has, and back. */
const apart = 0xe000;

/**
 * Leaves out the marks of a formatted description, for cards, feeds, search engines, calendars and mails. A plain
 * description stays as it is.
 */
export function plainDescription(description: string): string {
  return (
    description
      .replace(/\\([!-/:-@[-`{-~])/g, (escape) => String.fromCharCode(escape.charCodeAt(1) + apart))
      .replace(/^ {0,3}#{1,6}[ \t]+/gm, '')
      .replace(/^([ \t]*)[*+-][ \t]+(?=\S)/gm, '$1• ')
      // [words](address): addresses without spaces only, as in the formatted description.
      .replace(/\[([^[\]\n]+)\]\((?:https?:\/\/|mailto:)[^\s()]+\)/gi, '$1')
      .replace(/(^|[^\p{L}\p{N}_*])(\*\*|__)(?=\S)([^*_\n]*[^*_\s])\2(?![\p{L}\p{N}_*])/gmu, '$1$3')
      .replace(/(^|[^\p{L}\p{N}_*])([*_])(?=\S)([^*_\n]*[^*_\s])\2(?![\p{L}\p{N}_*])/gmu, '$1$3')
      .replace(/[\uE021-\uE07E]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - apart))
  );
}
