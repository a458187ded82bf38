import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, describe, expect, it } from 'vitest';
import { openStorage } from './storage.ts';

const folder = await mkdtemp(join(tmpdir(), 'foyer-storage-'));
const objects = new Map<string, Buffer>();
const bucket = createServer((request, response) => void answerLikeS3(request, response));
bucket.listen(0, '127.0.0.1');
await once(bucket, 'listening');
const { port } = bucket.address() as AddressInfo;

afterAll(async () => {
  bucket.closeAllConnections();
  bucket.close();
  await rm(folder, { recursive: true });
});

async function answerLikeS3(request: IncomingMessage, response: ServerResponse) {
  const key = new URL(request.url ?? '', 'http://s3').pathname;
  const body = await buffer(request);
  const found = objects.get(key);
  if (request.method === 'PUT') objects.set(key, body);
  else if (request.method === 'DELETE') objects.delete(key);
  else if (!found) response.statusCode = 404;
  else
    response.setHeader('content-length', found.length).setHeader('last-modified', new Date().toUTCString());
  if (found) response.setHeader('etag', '"1"');
  response.end(request.method === 'GET' ? found : undefined);
}

describe.each([
  { kind: 'a folder', url: folder },
  { kind: 'S3-compatible storage', url: `s3+http://key:secret@127.0.0.1:${port}/pictures` },
])('the storage in $kind', ({ url }) => {
  it('returns a file unchanged until the file is removed', async () => {
    const storage = await openStorage(url);
    const content = Buffer.from('a picture');
    await storage.put('events/abc/page.webp', content, 'image/webp');
    const found = await storage.find('events/abc/page.webp');
    expect(found?.size).toBe(content.length);
    expect(found && (await buffer(found.content))).toEqual(content);
    await storage.remove('events/abc/page.webp');
    expect(await storage.find('events/abc/page.webp')).toBeUndefined();
  });
});
