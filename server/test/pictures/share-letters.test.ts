import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';
import { describe, expect, it } from 'vitest';

/** Lists one letter of each of the hundred files that the font for Chinese and Japanese is split into. */
function listLetters(): string[] {
  const path = fileURLToPath(import.meta.resolve('@fontsource-variable/noto-sans-sc/unicode.json'));
  const files = JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>;
  return Object.entries(files)
    .filter(([name]) => name.startsWith('['))
    .map(([, ranges]) => String.fromCodePoint(parseInt(ranges.replace('U+', ''), 16)));
}

describe('a share picture', () => {
  it('is drawn in little memory although its letters are in a hundred files', async () => {
    const threads = new Piscina<unknown, Uint8Array>({
      filename: new URL('../../src/storage/share/draw-share-picture.ts', import.meta.url).href,
      name: 'drawSharePicture',
      maxThreads: 1,
      resourceLimits: { maxOldGenerationSizeMb: 64 },
    });
    const title = listLetters().join('');
    const words = { title, when: 'Today', where: 'Shanghai', team: null, poster: null, logo: null };
    const picture = await threads.run(words);
    await threads.destroy();
    expect(picture.length).toBeGreaterThan(10_000);
  });
});
