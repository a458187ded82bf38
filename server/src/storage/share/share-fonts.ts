import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Font } from 'fontkit';
import { openFont, readFont } from '../../mail/pdf-fonts.ts';

export interface Face {
  font: Font;
  /** How thick an outline makes letters of a light font as strong as the others, in parts of the font size. */
  outline: number;
}

export type FaceFamily = 'display' | 'text';

/** The first font that has a letter writes it. All letters of other scripts are in the fonts below. */
const files: Record<FaceFamily, readonly string[]> = {
  display: [
    '@expo-google-fonts/fraunces/600SemiBold/Fraunces_600SemiBold.ttf',
    '@expo-google-fonts/commissioner/600SemiBold/Commissioner_600SemiBold.ttf',
  ],
  text: [
    '@expo-google-fonts/instrument-sans/600SemiBold/InstrumentSans_600SemiBold.ttf',
    '@expo-google-fonts/commissioner/600SemiBold/Commissioner_600SemiBold.ttf',
  ],
};

const arabic = '@fontsource-variable/noto-sans-arabic/files/noto-sans-arabic-arabic-wght-normal.woff2';
const eastAsian = '@fontsource-variable/noto-sans-sc';

/**
 * Finds the font for a character with its marks. Null if no font has it, as for emoji: a picture leaves it out, rather
 * than show an empty box.
 */
export function findFace(family: FaceFamily, character: string): Face | null {
  for (const file of files[family]) {
    const font = openFont(file);
    if (hasLetters(font, character)) return { font, outline: 0 };
  }
  const letters = openFont(arabic);
  if (hasLetters(letters, character)) return { font: letters, outline: 0.02 };
  const part = findPart(character.codePointAt(0) ?? 0);
  if (part === undefined) return null;
  const font = openPart(part);
  // The font comes in its thinnest weight.
  return hasLetters(font, character) ? { font, outline: 0.055 } : null;
}

/** Characters that show nothing, and only join others or choose their form. They need no glyph. */
export const joiners = /\p{Default_Ignorable_Code_Point}/gu;

function hasLetters(font: Font, character: string): boolean {
  return Array.from(character.replace(joiners, '')).every((letter) =>
    font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0),
  );
}

interface Part {
  name: string;
  ranges: [first: number, last: number][];
}

/**
 * So many parts stay open. All parts with the letters that were drawn take more memory than a drawing thread has, and a
 * few titles of rare letters need all of them.
 */
const mostOpen = 20;

/** In the order of their last use. */
const openParts = new Map<string, Font>();

function openPart(name: string): Font {
  const font = openParts.get(name) ?? readFont(`${eastAsian}/files/noto-sans-sc-${name}-wght-normal.woff2`);
  openParts.delete(name);
  openParts.set(name, font);
  const [oldest] = openParts.keys();
  if (openParts.size > mostOpen && oldest !== undefined) openParts.delete(oldest);
  return font;
}

let parts: Part[] | undefined;

/** The font for Chinese and Japanese is split into a hundred files. Finds the one with this letter. */
function findPart(point: number): string | undefined {
  parts ??= readParts();
  return parts.find(({ ranges }) => ranges.some(([first, last]) => point >= first && point <= last))?.name;
}

function readParts(): Part[] {
  const path = fileURLToPath(import.meta.resolve(`${eastAsian}/unicode.json`));
  const listed = JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>;
  return Object.entries(listed).map(([name, ranges]) => ({
    name: name.replace(/[[\]]/g, ''),
    ranges: ranges.split(',').map((range) => {
      const [first = '', last = first] = range.replace('U+', '').split('-');
      return [parseInt(first, 16), parseInt(last, 16)];
    }),
  }));
}
