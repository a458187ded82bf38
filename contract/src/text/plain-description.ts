/**
 * Leaves out the marks of a formatted description, for cards, feeds, search engines, calendars and mails. A plain
 * description stays as it is.
 */
export function plainDescription(description: string): string {
  return (
    description
      .replace(/^ {0,3}#{1,6}[ \t]+/gm, '')
      .replace(/^([ \t]*)[*+-][ \t]+(?=\S)/gm, '$1• ')
      // [words](address): addresses without spaces only, as in the formatted description.
      .replace(/\[([^[\]\n]+)\]\((?:https?:\/\/|mailto:)[^\s()]+\)/gi, '$1')
      .replace(/(\*\*|__)(?=\S)([^*_\n]*[^*_\s])\1/g, '$2')
      .replace(/(^|[^\w*])([*_])(?=\S)([^*_\n]*[^*_\s])\2(?![\w*])/gm, '$1$3')
  );
}
