import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import type { FastifyInstance } from 'fastify';
import {
  chooseEncoding,
  compress,
  type Encoding,
  isWorthCompressing,
  writeTag,
  writeVary,
} from '../../http/memory/encodings.ts';
import { isKnown } from '../../http/memory/ready-answer.ts';

/** The kinds of files in the web build. Fonts are compressed already. */
const kinds: Record<string, { type: string; isText: boolean }> = {
  '.js': { type: 'text/javascript; charset=utf-8', isText: true },
  '.css': { type: 'text/css; charset=utf-8', isText: true },
  '.svg': { type: 'image/svg+xml', isText: true },
  '.woff2': { type: 'font/woff2', isText: false },
};

/**
 * Serves the files of the web build from memory, 3 MB in all. Each form is compressed once, at the first request for it:
 * a first visit loads 30 files, and compressing them for each visit would cost more than everything else.
 */
export async function registerFileRoutes(app: FastifyInstance, folder: string): Promise<void> {
  for (const path of await listFiles(folder)) serveFile(app, path, await readFile(join(folder, path)));
}

/** Lists the files that browsers may load. The folder `.vite` is for the server. */
async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)).split(sep).join('/'))
    .filter((path) => !path.startsWith('.vite/'));
}

function serveFile(app: FastifyInstance, path: string, body: Buffer): void {
  const kind = kinds[extname(path)];
  if (!kind) throw new Error(`The web build has a file of an unknown kind: ${path}`);
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, 27);
  // The name of an asset changes with its content.
  const caching = path.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=300';
  const isCompressed = kind.isText && isWorthCompressing(body);
  const forms: Partial<Record<Encoding, Promise<Buffer>>> = {};
  app.get(`/${path}`, async (request, reply) => {
    const encoding = isCompressed ? chooseEncoding(request.headers['accept-encoding']) : 'identity';
    const etag = writeTag(hash, encoding);
    reply.headers({ 'cache-control': caching, etag });
    if (isCompressed) reply.header('vary', writeVary(reply));
    if (isKnown(request.headers['if-none-match'], etag)) return reply.status(304).send();
    reply.header('content-type', kind.type);
    if (encoding === 'identity') return reply.send(body);
    forms[encoding] ??= compress(body, encoding).catch((error: unknown) => {
      // The next request tries again.
      forms[encoding] = undefined;
      throw error;
    });
    return reply.header('content-encoding', encoding).send(await forms[encoding]);
  });
}
