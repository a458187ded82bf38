// With hidden characters, or characters that change the direction of text, two different titles or team names could
// look the same.

/** Characters that change the direction of the text after them. */
const direction = /[\u202A-\u202E\u2066-\u2069]/u;

/**
 * Characters that show nothing: those on Unicode's own list, and two characters that begin a new line. `needed` matches
 * those that some scripts and emoji need.
 */
const hidden = /[\p{Default_Ignorable_Code_Point}\u2028\u2029]/u;

/**
 * A letter of a script whose letters never join. Between two of these letters, a joiner changes nothing that people
 * see.
 */
const plainLetter = '[\\p{Script=Latin}\\p{Script=Greek}\\p{Script=Cyrillic}\\p{Script=Han}]';
const joiningLetter = `(?!${plainLetter})[\\p{L}\\p{M}]`;
const picture = '[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\uFE0F]';

const needed = new RegExp(
  [
    // This matches a joiner inside a word, as in Persian or Hindi.
    `(?<=${joiningLetter})[\\u200C\\u200D](?=${joiningLetter})`,
    // This matches a joiner that combines two emoji into one picture, such as a family.
    `(?<=${picture})\\u200D(?=\\p{Extended_Pictographic})`,
    // This matches the selector for the coloured or the black-and-white form of an emoji, or of the keys 0 to 9, # and
    // *.
    '(?<=[\\p{Extended_Pictographic}0-9#*])[\\uFE0E\\uFE0F]',
    // These match the selectors that choose a variant of a Chinese or Mongolian character.
    '(?<=\\p{Script=Han})[\\uFE00-\\uFE0F\\u{E0100}-\\u{E01EF}]',
    '(?<=\\p{Script=Mongolian})[\\u180B-\\u180D]',
    // This matches the flags of England, Scotland and Wales: a black flag, then the letters of the region as hidden
    // characters.
    '(?<=\\u{1F3F4})[\\u{E0020}-\\u{E007E}]+\\u{E007F}',
  ].join('|'),
  'gu',
);

export function changesDirection(text: string): boolean {
  return direction.test(text);
}

/** Tells whether the text has hidden characters in places where no script and no emoji needs them. */
export function hasHiddenCharacter(text: string): boolean {
  // For most texts, which contain no hidden characters, the slower `replace` is not needed.
  return hidden.test(text) && hidden.test(text.replace(needed, ''));
}

/**
 * Tells whether the text contains a visible character. The Braille blank counts as a symbol in Unicode, but shows
 * nothing.
 */
export function isVisible(text: string): boolean {
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(text.replaceAll('\u2800', ''));
}
