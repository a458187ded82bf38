import { inflateSync } from 'node:zlib';

export interface ReadPdf {
  pages: number;
  text: string;
  fonts: { name: string; isEmbedded: boolean }[];
  rectangles: number[][];
}

/**
 * Reads a PDF that our library wrote, with plain objects and compressed streams. This function cannot read
 * other PDFs.
 */
export function readPdf(file: Buffer): ReadPdf {
  const source = file.toString('latin1');
  const objects = new Map<string, string>();
  for (const [, id = '', body = ''] of source.matchAll(/(?:^|\n)(\d+) 0 obj\n([^]*?)\nendobj/g))
    objects.set(id, body);
  const follow = (body: string, name: string) =>
    objects.get(new RegExp(`/${name} (?:\\[)?(\\d+) 0 R`).exec(body)?.[1] ?? '') ?? '';
  const all = [...objects.values()];
  const fonts = new Map<string, { name: string; isEmbedded: boolean; letters: Map<string, string> }>();
  for (const body of all) {
    for (const [, key = '', id = ''] of body.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const font = objects.get(id) ?? '';
      const descriptor = follow(follow(font, 'DescendantFonts'), 'FontDescriptor');
      const name = /\/BaseFont \/(\S+)/.exec(font)?.[1] ?? '';
      const letters = readLetters(readStream(follow(font, 'ToUnicode')));
      fonts.set(key, { name, isEmbedded: readStream(follow(descriptor, 'FontFile2')).length > 0, letters });
    }
  }
  const pages = all.filter((body) => body.includes('/Type /Page\n'));
  const content = pages.map((page) => readStream(follow(page, 'Contents'))).join('\n');
  return {
    pages: pages.length,
    text: readText(content, (key) => fonts.get(key)?.letters ?? new Map<string, string>()),
    fonts: [...fonts.values()].map(({ name, isEmbedded }) => ({ name, isEmbedded })),
    rectangles: Array.from(content.matchAll(/^(\S+) (\S+) (\S+) (\S+) re$/gm), (match) =>
      match.slice(1).map(Number),
    ),
  };
}

function readStream(body: string): string {
  const start = body.indexOf('stream\n');
  if (start < 0) return '';
  const length = Number(/\/Length (\d+)/.exec(body)?.[1]);
  const bytes = Buffer.from(body.slice(start + 7, start + 7 + length), 'latin1');
  return (body.includes('/FlateDecode') ? inflateSync(bytes) : bytes).toString('latin1');
}

function readLetters(map: string): Map<string, string> {
  const letters = new Map<string, string>();
  for (const [, first = '', list = ''] of map.matchAll(/<([0-9a-f]{4})> <[0-9a-f]{4}> \[([^\]]*)\]/gi)) {
    for (const [index, [, hex = '']] of [...list.matchAll(/<([0-9a-f ]+)>/gi)].entries()) {
      const glyph = (parseInt(first, 16) + index).toString(16).padStart(4, '0');
      letters.set(glyph, Buffer.from(hex.replaceAll(' ', ''), 'hex').swap16().toString('utf16le'));
    }
  }
  return letters;
}

function readText(content: string, lettersOf: (font: string) => Map<string, string>): string {
  let letters = new Map<string, string>();
  const lines: string[] = [];
  for (const [, font, shown] of content.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
    if (font !== undefined) letters = lettersOf(font);
    else {
      const glyphs = Array.from(
        (shown ?? '').matchAll(/<([0-9a-f]+)>/gi),
        ([, hex = '']) => hex.match(/.{4}/g) ?? [],
      );
      lines.push(
        glyphs
          .flat()
          .map((glyph) => letters.get(glyph.toLowerCase()) ?? '?')
          .join(''),
      );
    }
  }
  return lines.join('\n');
}
