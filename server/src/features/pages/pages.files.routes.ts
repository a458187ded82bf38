import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { makeFileHandler } from '../../http/memory/fixed-file.ts';

/** The kinds of files in the web build. */
const kinds: Record<string, { type: string; isText: boolean }> = {
  '.js': { type: 'text/javascript; charset=utf-8', isText: true },
  '.css': { type: 'text/css; charset=utf-8', isText: true },
  '.svg': { type: 'image/svg+xml', isText: true },
  '.woff2': { type: 'font/woff2', isText: false },
};

/** Serves the files of the web build from memory, 3 MB in all. */
export async function registerFileRoutes(app: FastifyInstance, folder: string): Promise<void> {
  for (const path of await listFiles(folder)) {
    const kind = kinds[extname(path)];
    if (!kind) throw new Error(`The web build has a file of an unknown kind: ${path}`);
    // The name of an asset changes with its content.
    const caching = path.startsWith('assets/')
      ? 'public, max-age=31536000, immutable'
      : 'public, max-age=300';
    const body = await readFile(join(folder, path));
    app.get(`/${path}`, makeFileHandler({ ...kind, body, caching }));
  }
}

/** Lists the files that browsers may load. The folder `.vite` is for the server. */
async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)).split(sep).join('/'))
    .filter((path) => !path.startsWith('.vite/'));
}
