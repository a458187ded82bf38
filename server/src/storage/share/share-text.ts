import { findFace, joiners, type Face, type FaceFamily } from './share-fonts.ts';

export interface TextBox {
  family: FaceFamily;
  /** The sizes to try, largest first, in pixels. */
  sizes: readonly number[];
  width: number;
  maxHeight: number;
  color: string;
  /** The distance of two lines, in parts of the size. */
  lineHeight: number;
}

export interface DrawnText {
  /** The outlines, below and right of the point 0, 0. */
  svg: string;
  height: number;
}

/** A part of the text that is not broken: a word, or a letter of a script without spaces. The unit is the size. */
interface Token {
  svg: string;
  width: number;
  letters: string[];
  isRightToLeft: boolean;
  hasSpaceBefore: boolean;
}

interface Line {
  tokens: Token[];
  width: number;
}

const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;
const withoutSpaces = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]/u;
const spaceWidth = 0.24;

const characters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Draws a text as outlines, so that the picture needs no fonts. Text that does not fit ends with an ellipsis. */
export function drawText(text: string, box: TextBox): DrawnText {
  const tokens = splitText(text, box.family);
  const smallest = box.sizes.at(-1) ?? 1;
  const size = box.sizes.find((one) => fits(tokens, one, box)) ?? smallest;
  const lines = breakLines(cutLongTokens(tokens, box.width / size, box.family), box.width / size);
  return drawLines(shortenLines(lines, box, size), box, size);
}

/** Leaves out the characters that no font has, such as emoji. */
function splitText(text: string, family: FaceFamily): Token[] {
  const words = text.normalize('NFC').split(/\s+/).filter(Boolean);
  return words.flatMap((word) => {
    const letters = Array.from(characters.segment(word), ({ segment }) => segment);
    const groups: string[][] = [];
    for (const letter of letters.filter((one) => findFace(family, one) !== null)) {
      const group = groups.at(-1);
      const isAlone = withoutSpaces.test(letter) || (group && withoutSpaces.test(group.join('')));
      if (group && !isAlone) group.push(letter);
      else groups.push([letter]);
    }
    return groups.map((group, index) => makeToken(group, family, index === 0));
  });
}

function makeToken(letters: string[], family: FaceFamily, hasSpaceBefore: boolean): Token {
  const isRightToLeft = rightToLeft.test(letters.join(''));
  const runs = splitRuns(letters, family);
  let width = 0;
  let svg = '';
  for (const { face, text } of isRightToLeft ? runs.toReversed() : runs) {
    const run = drawRun(face, text);
    svg += `<g transform="translate(${round(width)} 0)">${run.svg}</g>`;
    width += run.width;
  }
  return { svg, width, letters, isRightToLeft, hasSpaceBefore };
}

/** Joins neighbouring letters of the same font, because letters of some scripts change their form beside others. */
function splitRuns(letters: readonly string[], family: FaceFamily) {
  const runs: { face: Face; text: string }[] = [];
  for (const letter of letters) {
    const face = findFace(family, letter);
    if (!face) continue;
    // A font would show an empty box for a joiner that it does not have.
    const text = letter.replace(joiners, (joiner) =>
      face.font.hasGlyphForCodePoint(joiner.codePointAt(0) ?? 0) ? joiner : '',
    );
    const last = runs.at(-1);
    if (last?.face.font === face.font) last.text += text;
    else runs.push({ face, text });
  }
  return runs;
}

function drawRun({ font, outline }: Face, text: string): { svg: string; width: number } {
  const { glyphs, positions, advanceWidth } = font.layout(text);
  let x = 0;
  let svg = '';
  for (const [index, glyph] of glyphs.entries()) {
    const { xOffset = 0, yOffset = 0, xAdvance = 0 } = positions[index] ?? {};
    svg += `<path transform="translate(${x + xOffset} ${yOffset})" d="${glyph.path.toSVG()}"/>`;
    x += xAdvance;
  }
  const scale = 1 / font.unitsPerEm;
  const stroke = outline > 0 ? ` stroke-width="${outline * font.unitsPerEm}"` : ' stroke="none"';
  return { svg: `<g transform="scale(${scale} ${-scale})"${stroke}>${svg}</g>`, width: advanceWidth * scale };
}

function fits(tokens: readonly Token[], size: number, box: TextBox): boolean {
  const most = box.width / size;
  return (
    tokens.every((token) => token.width <= most) && breakLines(tokens, most).length <= countLines(box, size)
  );
}

function countLines({ maxHeight, lineHeight }: TextBox, size: number): number {
  return Math.max(1, Math.floor(maxHeight / (lineHeight * size)));
}

function breakLines(tokens: readonly Token[], most: number): Line[] {
  const lines: Line[] = [];
  for (const token of tokens) {
    const line = lines.at(-1);
    const space = token.hasSpaceBefore ? spaceWidth : 0;
    if (line && line.width + space + token.width <= most) {
      line.tokens.push(token);
      line.width += space + token.width;
    } else {
      lines.push({ tokens: [token], width: token.width });
    }
  }
  return lines;
}

/** Cuts a word that is longer than a line into pieces. */
function cutLongTokens(tokens: readonly Token[], most: number, family: FaceFamily): Token[] {
  return tokens.flatMap((token) => {
    if (token.width <= most) return token;
    const perPiece = Math.max(1, Math.floor((token.letters.length * most) / token.width) - 1);
    const pieces: Token[] = [];
    for (let at = 0; at < token.letters.length; at += perPiece) {
      const letters = token.letters.slice(at, at + perPiece);
      pieces.push(makeToken(letters, family, at === 0 && token.hasSpaceBefore));
    }
    return pieces;
  });
}

function shortenLines(lines: Line[], box: TextBox, size: number): Line[] {
  const { family, width } = box;
  const maxLines = countLines(box, size);
  if (lines.length <= maxLines) return lines;
  const shown = lines.slice(0, maxLines);
  const last = shown.at(-1);
  const dots = makeToken(['…'], family, false);
  if (!last) return shown;
  while (last.tokens.length > 1 && last.width + dots.width > width / size) {
    const dropped = last.tokens.pop();
    last.width -= (dropped?.width ?? 0) + (dropped?.hasSpaceBefore ? spaceWidth : 0);
  }
  last.tokens.push({ ...dots, isRightToLeft: last.tokens.at(-1)?.isRightToLeft ?? false });
  last.width += dots.width;
  return shown;
}

function drawLines(lines: readonly Line[], { width, color, lineHeight }: TextBox, size: number): DrawnText {
  const first = lines[0]?.tokens.find(({ letters }) => /\p{L}/u.test(letters.join('')));
  const isRightToLeft = first?.isRightToLeft ?? false;
  const svg = lines.map((line, index) => {
    const start = isRightToLeft ? width / size - line.width : 0;
    const y = index * lineHeight + 0.95;
    return `<g transform="translate(${round(start)} ${round(y)})">${drawLine(line, isRightToLeft)}</g>`;
  });
  return {
    svg: `<g transform="scale(${size})" fill="${color}" stroke="${color}" stroke-linejoin="round">${svg.join('')}</g>`,
    height: Math.round(lines.length * lineHeight * size),
  };
}

function drawLine({ tokens }: Line, isRightToLeft: boolean): string {
  let x = 0;
  let svg = '';
  const ordered = orderTokens(tokens, isRightToLeft);
  for (const [index, { token, at }] of ordered.entries()) {
    const before = ordered[index - 1];
    // The space stands before the one of the two that comes later in the text.
    const later = before && before.at > at ? before.token : token;
    if (before && later.hasSpaceBefore) x += spaceWidth;
    svg += `<g transform="translate(${round(x)} 0)">${token.svg}</g>`;
    x += token.width;
  }
  return svg;
}

/** Orders words from left to right, as they are seen. */
function orderTokens(tokens: readonly Token[], isRightToLeft: boolean) {
  const runs: { isRightToLeft: boolean; items: { token: Token; at: number }[] }[] = [];
  for (const [at, token] of tokens.entries()) {
    const run = runs.at(-1);
    if (run?.isRightToLeft === token.isRightToLeft) run.items.push({ token, at });
    else runs.push({ isRightToLeft: token.isRightToLeft, items: [{ token, at }] });
  }
  const seen = runs.map((run) => (run.isRightToLeft ? run.items.toReversed() : run.items));
  return (isRightToLeft ? seen.toReversed() : seen).flat();
}

function round(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
