import type Pdf from 'pdfkit';
import { fitFont, type FontFamily } from './pdf-fonts.ts';

export type Doc = InstanceType<typeof Pdf>;

export const colors = { ink: '#211a14', inkFaint: '#6d6152', spot: '#b8350f' } as const;

interface Words {
  family: FontFamily;
  size: number;
  color: string;
  x: number;
  y: number;
  width: number;
  /** The height of the box in points. Text that does not fit is cut and ends with an ellipsis. */
  height: number;
  align?: 'left' | 'center' | 'right';
}

export function useFont(doc: Doc, family: FontFamily, size: number, wanted: string): string {
  const { font, text } = fitFont(family, wanted);
  // The library accepts an opened font, although the library's types do not allow one.
  doc.font(font as unknown as Uint8Array).fontSize(size);
  return text;
}

export function write(doc: Doc, wanted: string, words: Words): void {
  const { x, y, width, height, align } = words;
  const text = useFont(doc, words.family, words.size, wanted);
  doc.fillColor(words.color).text(text, x, y, { width, height, align, lineGap: 1, ellipsis: '…' });
}

export function drawBrand(doc: Doc, { x, y }: { x: number; y: number }): void {
  doc.save().translate(x, y).scale(0.5);
  doc.path('M3 31V16a13 13 0 0 1 26 0v15z').fill(colors.spot);
  doc.path('M9 31V16.5a7 7 0 0 1 14 0V31h-5.5V19.5h-3V31z').fill('#ffffff');
  doc.restore();
  const line = { x: x + 22, y: y + 1.5, height: 20, width: 200 };
  write(doc, 'Foyer', { ...line, family: 'display', size: 13, color: colors.ink });
}
