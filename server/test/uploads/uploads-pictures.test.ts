import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../app.ts';
import { makeOrganiser } from '../factories.ts';
import {
  draw,
  makeEventWithPicture,
  makeGif,
  makeJpegOfManyScans,
  makePng,
  postEvent,
  type File,
} from './uploads-scene.ts';

let app: TestApp;
let token: string;

beforeAll(async () => {
  app = await startTestApp();
  token = (await makeOrganiser(app)).token;
});

afterAll(() => app.close());

async function fetchPicture(address: string) {
  const { rawPayload } = await app.app.inject({ url: address });
  const { data, info } = await sharp(rawPayload).raw().toBuffer({ resolveWithObject: true });
  const colourAt = (x: number, y: number) => [
    ...data.subarray((y * info.width + x) * info.channels).subarray(0, 3),
  ];
  return { rawPayload, metadata: await sharp(rawPayload).metadata(), colourAt };
}

function expectNear(found: readonly number[], wanted: readonly number[]) {
  const distance = Math.max(...found.map((value, index) => Math.abs(value - (wanted[index] ?? 0))));
  expect(distance, `${found.join()} is near ${wanted.join()}`).toBeLessThan(30);
}

const halves = () =>
  sharp({ create: { width: 80, height: 40, channels: 3, background: '#ff0000' } })
    .composite([
      { input: { create: { width: 40, height: 40, channels: 3, background: '#0000ff' } }, left: 40, top: 0 },
    ])
    .png()
    .toBuffer();

describe('an uploaded picture', () => {
  it.each(['jpeg', 'png', 'gif', 'webp'] as const)(
    'is stored as WebP and AVIF in three sizes when it was uploaded as %s',
    async (format) => {
      const { address } = await makeEventWithPicture(app, token, {}, await draw(format, 2000, 1000));
      for (const [name, width] of [
        ['page', 1600],
        ['card', 800],
        ['small', 480],
      ] as const) {
        const webp = address.replace('page', name);
        for (const [file, stored] of [
          [webp, 'webp'],
          [webp.replace('.webp', '.avif'), 'heif'],
        ] as const) {
          const { metadata, colourAt } = await fetchPicture(file);
          expect(metadata).toMatchObject({ format: stored, width, height: width / 2 });
          expectNear(colourAt(width / 2, width / 4), [179, 64, 31]);
        }
      }
    },
  );

  it('has its size and its main colour in its address, unless it is transparent', async () => {
    const mostlyRed = await sharp({ create: { width: 90, height: 30, channels: 3, background: '#e02010' } })
      .composite([{ input: await draw('png', 30, 30), left: 60, top: 0 }])
      .png()
      .toBuffer();
    const { address } = await makeEventWithPicture(app, token, {}, mostlyRed);
    const colour = Buffer.from(/-([0-9a-f]{6})-90x30\/page/.exec(address)?.[1] ?? '', 'hex');
    expectNear([...colour], [0xe0, 0x20, 0x10]);
    const clear = await makeEventWithPicture(app, token, {}, makePng(30, 20, { bits: 8, colour: 6 }));
    expect(clear.address).toMatch(/-clear-30x20\/page\.webp$/);
    const grey = await makeEventWithPicture(app, token, {}, makePng(30, 20));
    expect(grey.address).toMatch(/-[0-9a-f]{6}-\d+x\d+\/page\.webp$/);
  });

  it('is stored upright, as its EXIF orientation says, and without metadata', async () => {
    const sideways = await sharp(await halves())
      .withExif({ IFD0: { Artist: 'somebody private' }, IFD3: { GPSLatitude: '52/1 12/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">somebody private</x:xmpmeta>')
      .jpeg()
      .toBuffer();
    const { address } = await makeEventWithPicture(app, token, {}, sideways);
    const { metadata, colourAt, rawPayload } = await fetchPicture(address);
    expect(metadata).toMatchObject({ width: 40, height: 80 });
    expectNear(colourAt(20, 10), [255, 0, 0]);
    expectNear(colourAt(20, 70), [0, 0, 255]);
    for (const part of ['exif', 'icc', 'xmp', 'iptc', 'orientation'] as const)
      expect(metadata[part]).toBeUndefined();
    expect(rawPayload.includes('private')).toBe(false);
  });

  it('keeps its transparency, is never enlarged, and is at most 3,200 pixels high', async () => {
    const clear = await makeEventWithPicture(app, token, {}, makePng(30, 20, { bits: 16, colour: 6 }));
    const { metadata } = await fetchPicture(clear.address);
    expect(metadata).toMatchObject({ width: 30, height: 20, hasAlpha: true });
    const grey = await makeEventWithPicture(app, token, {}, makePng(9, 9000));
    expect((await fetchPicture(grey.address)).metadata).toMatchObject({ height: 3200 });
  });

  it.each(['gif', 'webp'] as const)(
    'is stored as its first frame when it is an animated %s',
    async (format) => {
      const frames = await Promise.all(
        ['#ff0000', '#00ff00', '#0000ff'].map((background) =>
          sharp({ create: { width: 50, height: 50, channels: 3, background } })
            .png()
            .toBuffer(),
        ),
      );
      const moving = await sharp(frames, { join: { animated: true } })
        .toFormat(format)
        .toBuffer();
      expect((await sharp(moving).metadata()).pages).toBe(3);
      const { address } = await makeEventWithPicture(app, token, {}, moving);
      const { metadata, colourAt } = await fetchPicture(address);
      expect(metadata).toMatchObject({ width: 50, height: 50 });
      expect(metadata.pages ?? 1).toBe(1);
      expectNear(colourAt(25, 25), [255, 0, 0]);
    },
  );

  it('is stored without a script that was appended to the file', async () => {
    const script = '*/=1;alert(document.cookie)//<script>alert(1)</script>';
    const both = Buffer.concat([await draw('gif'), Buffer.from(script)]);
    const { address } = await makeEventWithPicture(app, token, {}, both);
    const { rawPayload } = await fetchPicture(address);
    expect(rawPayload.includes('alert')).toBe(false);
  });
});

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';
const text = (content: string) => Buffer.from(content, 'latin1');

async function listFakes(): Promise<readonly (readonly [string, File])[]> {
  const jpeg = await draw('jpeg', 400, 400);
  const noise = Buffer.from(Array.from({ length: 3000 }, (_, index) => (index * 7919 + 13) % 251));
  const headed = (magic: string) => ({ data: Buffer.concat([text(magic), noise]) });
  return [
    ['a drawing that is named SVG', { data: text(svg), name: 'a.svg', type: 'image/svg+xml' }],
    ['a drawing that is named PNG', { data: text(svg) }],
    ['a page that is named PNG', { data: text('<!doctype html><script>alert(1)</script>') }],
    ['a TIFF', { data: await draw('tiff') }],
    ['an AVIF', { data: await draw('avif') }],
    ['an AVIF that is named JPEG', { data: await draw('avif'), name: 'a.jpg', type: 'image/jpeg' }],
    ['a PDF', { data: text('%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\n%%EOF') }],
    ['an ICO', { data: Buffer.concat([Buffer.from([0, 0, 1, 0, 1, 0, 16, 16, 0, 0]), noise]) }],
    ['a BMP', { data: Buffer.concat([text('BM'), noise]) }],
    ['a script that begins like a GIF', { data: text(`${'GIF89a/*'.padEnd(60)}*/=1;alert(1)`) }],
    ['an empty file', { data: Buffer.alloc(0) }],
    ['a single byte', { data: Buffer.from([0xff]) }],
    ['noise that begins like a JPEG', headed('\xff\xd8\xff\xe0')],
    ['noise that begins like a PNG', headed('\x89PNG\r\n\x1a\n')],
    ['noise that begins like a GIF', headed('GIF89a')],
    ['noise that begins like a WebP', headed('RIFF\x00\x10\x00\x00WEBPVP8 ')],
    ['a JPEG that is cut short', { data: jpeg.subarray(0, Math.floor(jpeg.length * 0.6)) }],
    ['a PNG that is cut short', { data: makePng(300, 300, { bits: 8, colour: 2 }).subarray(0, 80) }],
  ];
}

describe('an uploaded file', () => {
  it('is refused and not stored when its content is not a JPEG, PNG, GIF or WebP', async () => {
    const kept = app.storage.files.size;
    for (const [what, file] of await listFakes()) {
      const answer = await postEvent(app, token, file);
      expect(answer, `the answer to ${what}`).toMatchObject({
        status: 415,
        body: {
          status: 'error',
          code: 'not_an_image',
          msg: 'The file is not a JPEG, PNG, GIF or WebP image',
        },
      });
    }
    expect(app.storage.files.size).toBe(kept);
  });

  it('is accepted under any name and media type when its content is a picture', async () => {
    for (const file of [
      { name: 'notes.txt', type: 'text/plain' },
      { name: '../../etc/passwd', type: 'text/html' },
      { name: 'x.svg', type: 'image/svg+xml' },
    ]) {
      const { status, body } = await postEvent(app, token, { data: await draw('jpeg'), ...file });
      expect(status).toBe(201);
      expect(body.event.event_img_url).toMatch(
        /^\/uploads\/events\/[0-9a-f]{24}-[0-9a-f]{6}-\d+x\d+\/page\.webp$/,
      );
    }
  });
});

describe('a picture that would take too much memory or time to decode', () => {
  it.each([
    ['a PNG of 30,000 by 30,000 pixels', () => makePng(30_000, 30_000)],
    ['a grey PNG of 10,000 by 10,000 pixels', () => makePng(10_000, 10_000, { bits: 8 })],
    ['a PNG of 7,000 by 7,000 pixels of 8 bytes each', () => makePng(7000, 7000, { bits: 16, colour: 6 })],
    ['a GIF of a thousand large frames', () => makeGif(1000, 1000, 1000)],
    ['a JPEG of a thousand passes', () => makeJpegOfManyScans(3000, 3000, 1000)],
  ])('is refused before it is decoded: %s', async (_what, make) => {
    const data = await make();
    expect(data.length).toBeLessThan(500_000);
    let decoded = 0;
    const count = () => void (decoded += 1);
    sharp.queue.on('change', count);
    const answer = await postEvent(app, token, { data });
    sharp.queue.off('change', count);
    expect(answer).toMatchObject({ status: 415, body: { code: 'not_an_image' } });
    expect(decoded).toBe(0);
  });
});

describe('a photograph of 40 megapixels', () => {
  it('is accepted', async () => {
    const photograph = await draw('jpeg', 8000, 5000);
    const { address } = await makeEventWithPicture(app, token, {}, photograph);
    expect((await fetchPicture(address)).metadata).toMatchObject({ width: 1600, height: 1000 });
  });
});
