import { describe, expect, it } from 'vitest';
import { changesDirection, hasHiddenCharacter, isVisible } from './hidden-characters.ts';

describe('the search for hidden characters', () => {
  it.each([
    ['a zero-width space', 'Late\u200b jazz'],
    ['a soft hyphen', 'Fo\u00adyer'],
    ['a byte order mark inside a text', 'Late\ufeff jazz'],
    ['a word joiner', 'Late\u2060 jazz'],
    ['an override of the text direction', '\u202egpj.reyof'],
    ['an isolate that changes the text direction', 'a\u2067b\u2069'],
    ['a mark of the text direction', 'a\u200fb'],
    ['a joiner between Latin letters', 'Fo\u200dyer'],
    ['a non-joiner between Cyrillic letters', 'Фо\u200cйе'],
    ['a joiner at the end of a word', 'می\u200c خواهم'],
    ['a joiner between an emoji and a letter', '🎷\u200djazz'],
    ['a variation selector after a letter', 'a\ufe0f'],
    ['hidden letters of a flag without the flag', 'x\u{E0067}\u{E0062}\u{E007F}'],
    ['a Hangul filler', 'a\u3164b'],
    ['a line separator', 'a\u2028b'],
  ])('finds %s', (_name, text) => expect(hasHiddenCharacter(text)).toBe(true));

  it.each([
    ['a Persian word with a non-joiner', 'می\u200cخواهم'],
    ['a Hindi word with a joiner', 'क्\u200dष'],
    ['the emoji of a family', '👩\u200d👩\u200d👧'],
    ['an emoji with a skin colour and a profession', '👩🏽\u200d🚀'],
    ['the emoji of a burning heart', '❤\ufe0f\u200d🔥'],
    ['a rainbow flag', '🏳\ufe0f\u200d🌈'],
    ['the flag of Wales', '🏴\u{E0067}\u{E0062}\u{E0077}\u{E006C}\u{E0073}\u{E007F}'],
    ['the emoji of the key 1', '1\ufe0f\u20e3'],
    ['a variant of a Chinese character', '葛\u{E0100}'],
    ['an accent as a character of its own', 'Cafe\u0301'],
    ['Hebrew and Arabic', 'ערב של ג׳אז, مساء الجاز'],
  ])('finds nothing wrong with %s', (_name, text) => expect(hasHiddenCharacter(text)).toBe(false));
});

describe('the search for direction marks', () => {
  it('finds a mark that changes the text direction, but nothing in ordinary Arabic', () => {
    expect(changesDirection('\u202eabc')).toBe(true);
    expect(changesDirection('مساء\nabc\u200f')).toBe(false);
  });
});

describe('the check for visible characters', () => {
  it.each([
    ['', false],
    ['\u2800', false],
    ['\u0301', false],
    ['…', true],
    ['🎷', true],
    ['9', true],
  ])('says whether a reader sees anything in the text %j: %s', (text, expected) =>
    expect(isVisible(text)).toBe(expected),
  );
});
