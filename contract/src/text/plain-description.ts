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
      .replace(/\[([^[\]\n]{1,500})\]\((?:https?:\/\/|mailto:)[^\s()]{1,2000}\)/gi, '$1')
      .replace(/(\*\*|__)(?=\S)([^*_\n]{1,1000}?\S|[^*_\s])\1/g, '$2')
      .replace(/(^|[^\p{L}\p{N}*_])([*_])(?=\S)([^*_\n]{0,1000}?[^\s*_])\2(?![\p{L}\p{N}*_])/gmu, '$1$3')
  );
}
