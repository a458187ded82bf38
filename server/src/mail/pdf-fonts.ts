import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { create, type Font } from 'fontkit';

/** Foyer's own fonts contain only Latin letters, so each family has a second font with Greek and Cyrillic letters. */
const families = {
  display: ['fraunces/600SemiBold/Fraunces_600SemiBold', 'commissioner/600SemiBold/Commissioner_600SemiBold'],
  text: [
    'instrument-sans/400Regular/InstrumentSans_400Regular',
    'commissioner/400Regular/Commissioner_400Regular',
  ],
  strong: [
    'instrument-sans/600SemiBold/InstrumentSans_600SemiBold',
    'commissioner/600SemiBold/Commissioner_600SemiBold',
  ],
} as const;

export type FontFamily = keyof typeof families;

// Keep opened fonts, because opening one takes far longer than printing a ticket.
const opened = new Map<string, Font>();

/** Opens a font of an installed package, and keeps it. */
export function openFont(file: string): Font {
  const font = opened.get(file) ?? readFont(file);
  opened.set(file, font);
  return font;
}

/** Opens a font of an installed package. */
export function readFont(file: string): Font {
  const font = create(readFileSync(fileURLToPath(import.meta.resolve(file))));
  if (!('glyphForCodePoint' in font)) throw new Error(`${file} is a collection of fonts`);
  return font;
}

const characters = new Intl.Segmenter();

function canPrint(font: Font, character: string): boolean {
  return Array.from(character).every((point) => font.hasGlyphForCodePoint(point.codePointAt(0) ?? 0));
}

/**
 * Chooses the font of the family that can print most of the text, and removes characters that it cannot print, such as
 * emoji.
 */
export function fitFont(family: FontFamily, wanted: string): { font: Font; text: string } {
  const normal = wanted.normalize('NFC').replace(/[^\S\u00a0]+/g, ' ');
  const all = Array.from(characters.segment(normal), ({ segment }) => segment);
  const [fit] = families[family]
    .map((file) => {
      const font = openFont(`@expo-google-fonts/${file}.ttf`);
      return { font, printed: all.filter((character) => canPrint(font, character)) };
    })
    .toSorted((one, other) => other.printed.length - one.printed.length);
  if (!fit) throw new Error(`The family ${family} has no font`);
  return { font: fit.font, text: fit.printed.join('').replace(/ +/g, ' ').trim() };
}
