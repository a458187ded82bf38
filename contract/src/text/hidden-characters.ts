// Characters that nobody sees, or that change how the characters around them are shown. With them, a title or a team's
// name could look like another one.

/** Characters that change the direction of the text after them. */
const direction = /[\u202A-\u202E\u2066-\u2069]/u;

/**
 * Characters without a shape: Unicode's own list, and the two that begin a new line. Variation selectors and joiners
 * are in that list too, so `needed` removes them from a text where people do need them.
 */
const hidden = /[\p{Default_Ignorable_Code_Point}\u2028\u2029]/u;

/** A letter of a script whose letters never join. Between two of them, a joiner would only hide a difference. */
const plainLetter = '[\\p{Script=Latin}\\p{Script=Greek}\\p{Script=Cyrillic}\\p{Script=Han}]';
const joiningLetter = `(?!${plainLetter})[\\p{L}\\p{M}]`;
const picture = '[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\uFE0F]';

const needed = new RegExp(
  [
    // A joiner inside a word, as in Persian or Hindi.
    `(?<=${joiningLetter})[\\u200C\\u200D](?=${joiningLetter})`,
    // A joiner that makes one picture of two, such as a family.
    `(?<=${picture})\\u200D(?=\\p{Extended_Pictographic})`,
    // The colour or black-and-white form of a picture, or of the keys 0 to 9, # and *.
    '(?<=[\\p{Extended_Pictographic}0-9#*])[\\uFE0E\\uFE0F]',
    // Another form of a Chinese or Mongolian character.
    '(?<=\\p{Script=Han})[\\uFE00-\\uFE0F\\u{E0100}-\\u{E01EF}]',
    '(?<=\\p{Script=Mongolian})[\\u180B-\\u180D]',
    // The flags of England, Scotland and Wales: a black flag with the letters of its region in hidden characters.
    '(?<=\\u{1F3F4})[\\u{E0020}-\\u{E007E}]+\\u{E007F}',
  ].join('|'),
  'gu',
);

/** Whether the text has characters that change its direction. */
export function changesDirection(text: string): boolean {
  return direction.test(text);
}

/** Whether the text has invisible characters in places where no script and no picture needs them. */
export function hasHiddenCharacter(text: string): boolean {
  // Most texts have none at all, and then there is nothing to remove.
  return hidden.test(text) && hidden.test(text.replace(needed, ''));
}

/** Whether the text has anything to see. The Braille blank is a symbol without a dot. */
export function isVisible(text: string): boolean {
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(text.replaceAll('\u2800', ''));
}
