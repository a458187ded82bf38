import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';

/** The files that PDFs and share pictures use too. */
const fonts = {
  display: 'fraunces/600SemiBold/Fraunces_600SemiBold',
  text: 'instrument-sans/400Regular/InstrumentSans_400Regular',
  strong: 'instrument-sans/600SemiBold/InstrumentSans_600SemiBold',
} as const;

/**
 * Serves the site's fonts at fixed addresses, for mails, the outbox and the payment sandbox. The names of the web
 * build's files change with each release, and the outbox and the sandbox also work without that build.
 */
export function registerFontRoutes(app: FastifyInstance): void {
  for (const [name, file] of Object.entries(fonts)) {
    app.get(`/fonts/${name}.ttf`, async (_request, reply) => {
      const path = fileURLToPath(import.meta.resolve(`@expo-google-fonts/${file}.ttf`));
      return reply
        .headers({
          'content-type': 'font/ttf',
          'cache-control': 'public, max-age=604800',
          // Mail programs load the font for a mail, which belongs to no site.
          'access-control-allow-origin': '*',
          'cross-origin-resource-policy': 'cross-origin',
        })
        .send(await readFile(path));
    });
  }
}
