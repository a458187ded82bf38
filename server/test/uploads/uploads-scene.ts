import { request } from 'node:http';
import { deflateSync, crc32 } from 'node:zlib';
import { sql } from 'kysely';
import sharp from 'sharp';
import { expect } from 'vitest';
import type { Received, TestApp } from '../app.ts';

export const times = { start_time: '2031-05-01T18:00:00.000Z', end_time: '2031-05-01T20:00:00.000Z' };

const boundary = 'foyer-test-boundary';

export interface File {
  data: Buffer;
  /** The file name and media type that the sender claims. The server ignores both. */
  name?: string;
  type?: string;
  field?: string;
}

export function makeForm(fields: Readonly<Record<string, string>>, ...files: readonly File[]) {
  const parts: Buffer[] = Object.entries(fields).map(([name, value]) =>
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`),
  );
  for (const { data, name = 'poster.png', type = 'image/png', field = 'event_image' } of files) {
    const head = `Content-Disposition: form-data; name="${field}"; filename="${name}"\r\nContent-Type: ${type}`;
    parts.push(Buffer.from(`--${boundary}\r\n${head}\r\n\r\n`), data, Buffer.from('\r\n'));
  }
  return {
    payload: Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  };
}

export function postEvent(app: TestApp, token: string, file: File, fields: Record<string, string> = {}) {
  const form = makeForm({ title: 'With a picture', ...times, ...fields }, file);
  return app.send<Received<'POST /events'>>('POST', '/api/events', { token, ...form });
}

export async function makeEventWithPicture(
  app: TestApp,
  token: string,
  fields: Record<string, string> = {},
  data?: Buffer,
) {
  const { status, body } = await postEvent(app, token, { data: data ?? (await draw('png')) }, fields);
  if (status !== 201) throw new Error(`No event was made: ${JSON.stringify(body)}`);
  return { id: body.event.id, address: String(body.event.event_img_url) };
}

/** Waits until the jobs that remove pictures are done. */
export async function waitForRemovals({ db }: TestApp): Promise<void> {
  const unfinished = sql`select id from pgboss.job where name = 'storage.remove-picture' and state < 'completed'`;
  await expect.poll(async () => (await unfinished.execute(db)).rows).toEqual([]);
}

export function listKeys(address: string): string[] {
  const folder = address.replace('/uploads/', '').replace('page.webp', '');
  return ['page', 'card', 'small'].flatMap((size) => [`${folder}${size}.webp`, `${folder}${size}.avif`]);
}

interface StartedForm {
  method?: 'POST' | 'PATCH';
  path?: string;
  /** The network address that the form seems to come from. The app must trust one proxy. */
  from?: string;
}

/**
 * Sends the first 500 bytes of a form over a new network connection, and no more unless `sendMore` is called.
 * `closed` resolves when the connection has ended.
 */
export function startForm(
  app: TestApp,
  token: string,
  { method = 'POST', path = '/api/events', from }: StartedForm = {},
) {
  const { headers, payload } = makeForm({ title: 'Unfinished', ...times }, { data: Buffer.alloc(1_000_000) });
  const sent = request({
    port: app.deps.config.port,
    host: '127.0.0.1',
    agent: false,
    method,
    path,
    headers: {
      ...headers,
      authorization: `Bearer ${token}`,
      'content-length': payload.length,
      ...(from && { 'x-forwarded-for': from }),
    },
  });
  const closed = new Promise<void>((resolve) => void sent.on('close', resolve));
  const answered = new Promise<number | undefined>((resolve) => {
    sent.on('response', (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    sent.on('error', () => resolve(undefined));
  });
  sent.write(payload.subarray(0, 500));
  return {
    answered,
    closed,
    sendMore: (from_: number, to: number) => sent.write(payload.subarray(from_, to)),
    hangUp: () => sent.destroy(),
  };
}

export function draw(format: 'jpeg' | 'png' | 'gif' | 'webp' | 'tiff' | 'avif', width = 60, height = 40) {
  return sharp({ create: { width, height, channels: 3, background: '#b3401f' } })
    .toFormat(format)
    .toBuffer();
}

interface PngKind {
  bits?: 1 | 8 | 16;
  /** The PNG colour type: 0 grey, 2 colour, 6 colour and alpha. */
  colour?: 0 | 2 | 6;
}

/**
 * Makes a black PNG without an encoder, because an encoder would need too much memory for the largest
 * pictures.
 */
export function makePng(width: number, height: number, { bits = 1, colour = 0 }: PngKind = {}): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = bits;
  header[9] = colour;
  const samples = { 0: 1, 2: 3, 6: 4 }[colour];
  const rows = Buffer.alloc((1 + Math.ceil((width * bits * samples) / 8)) * height);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(rows, { level: 9 })),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

function pngChunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, checksum]);
}

/** Makes a GIF whose frames draw only one pixel each, so that the file stays small. */
export function makeGif(width: number, height: number, frames: number): Buffer {
  const header = Buffer.alloc(13);
  header.write('GIF89a', 'latin1');
  header.writeUInt16LE(width, 6);
  header.writeUInt16LE(height, 8);
  header[10] = 0x80;
  const palette = Buffer.from([0, 0, 0, 255, 255, 255]);
  const frame = Buffer.from([0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0]);
  return Buffer.concat([header, palette, ...Array<Buffer>(frames).fill(frame), Buffer.from([0x3b])]);
}

/** Makes a progressive JPEG that repeats its last scan of all pixels many times, so that decoding takes long. */
export async function makeJpegOfManyScans(width: number, height: number, scans: number): Promise<Buffer> {
  const jpeg = await sharp({ create: { width, height, channels: 3, background: '#777777' } })
    .jpeg({ progressive: true })
    .toBuffer();
  const last = jpeg.lastIndexOf(Buffer.from([0xff, 0xda]));
  const end = jpeg.length - 2;
  const again = Array<Buffer>(scans).fill(jpeg.subarray(last, end));
  return Buffer.concat([jpeg.subarray(0, end), ...again, jpeg.subarray(end)]);
}
