import type { PictureFailure } from '@foyer/contract/pictures.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createPictureFetcher, PictureError } from '../../src/storage/fetch-picture.ts';
import { isPublicAddress } from '../../src/storage/public-address.ts';
import { certificate } from './certificate.ts';
import { local, startPictureServer } from './picture-server.ts';

const site = 'https://pictures.example.org';
const picture = Buffer.from('the bytes of a picture');

let server: Awaited<ReturnType<typeof startPictureServer>>;

beforeAll(async () => {
  server = await startPictureServer();
  server.send('/poster.png', picture);
});

afterAll(() => server.close());

beforeEach(() => void server.asked.splice(0));

/** Returns why the picture could not be fetched. Throws if the picture was fetched. */
async function findFailure(fetching: Promise<Buffer>): Promise<PictureFailure> {
  const error: unknown = await fetching.then(
    () => new Error('The picture was fetched'),
    (thrown: unknown) => thrown,
  );
  if (error instanceof PictureError) return error.failure;
  throw error;
}

describe('a picture on another site', () => {
  it('is fetched by https, even if its web address begins with http', async () => {
    const fetchPicture = server.createFetcher();
    for (const address of [`${site}/poster.png`, 'http://pictures.example.org/poster.png#top']) {
      expect(await fetchPicture(address)).toEqual(picture);
    }
    expect(server.asked).toEqual(['pictures.example.org/poster.png', 'pictures.example.org/poster.png']);
  });

  it('is fetched through at most three redirects', async () => {
    server.redirect('/1', 'https://other.example.org/2');
    server.redirect('/2', '/3');
    server.redirect('/3', '/poster.png');
    server.redirect('/4', '/1');
    const fetchPicture = server.createFetcher();
    expect(await fetchPicture(`${site}/1`)).toEqual(picture);
    expect(server.asked.at(-1)).toBe('other.example.org/poster.png');
    expect(await findFailure(fetchPicture(`${site}/4`))).toBe('not_found');
  });

  it('is fetched from the IP address that was checked, without looking up the host a second time', async () => {
    const answers = [local, '127.0.0.66'];
    const fetchPicture = createPictureFetcher({
      // A second look-up of the host would give the network address of another server.
      resolve: async () => [{ address: answers.shift() ?? '', family: 4 }],
      isPublic: (address) => address === local,
      ca: certificate,
      port: server.port,
    });
    expect(await fetchPicture(`${site}/poster.png`)).toEqual(picture);
    expect(answers).toEqual(['127.0.0.66']);
  });

  it('is fetched without sending the user name and password that its web address contains', async () => {
    let authorization: string | undefined = 'nothing was asked';
    server.answer('/login.png', (request, response) => {
      ({ authorization } = request.headers);
      response.end(picture);
    });
    await server.createFetcher()('https://ann:secret@pictures.example.org/login.png');
    expect(authorization).toBeUndefined();
  });
});

describe('a picture is refused because of its web address', () => {
  const findRefusal = (address: string, hosts: Record<string, string[]> = {}) =>
    findFailure(server.createFetcher({ hosts, reachesLocal: false })(address));

  it.each([
    ['a private IPv4 address', 'https://192.168.0.10/poster.png'],
    ['this computer', 'https://127.0.0.1/poster.png'],
    ['this computer, written as a number', 'https://2130706433/poster.png'],
    ['this computer, written in octal', 'https://0177.0.0.1/poster.png'],
    ['the metadata service of a cloud', 'https://169.254.169.254/latest/meta-data/'],
    ['a private IPv6 address', 'https://[fd00::1]/poster.png'],
    ['this computer by IPv6', 'https://[::1]/poster.png'],
    ['an IPv4 address inside IPv6', 'https://[::ffff:10.0.0.1]/poster.png'],
    ['another port', 'https://pictures.example.org:8443/poster.png'],
    ['another port with http', 'http://pictures.example.org:8080/poster.png'],
  ])('when the web address leads to %s', async (_what, address) => {
    expect(await findRefusal(address)).toBe('not_public');
    expect(server.asked).toEqual([]);
  });

  it.each([
    ['this computer', ['127.0.0.1']],
    ['this computer by IPv6', ['::1']],
    ['a private network', ['10.1.2.3']],
    ['an IPv4 address inside IPv6', ['::ffff:127.0.0.1']],
    ['a public and a private address', ['93.184.216.34', '10.1.2.3']],
    ['nothing', []],
  ])('when the host name in the web address leads to %s', async (_what, found) => {
    const hosts = { 'pictures.example.org': found };
    expect(await findRefusal(`${site}/poster.png`, hosts)).toBe('not_public');
    expect(server.asked).toEqual([]);
  });

  it.each([
    ['a private address', 'https://10.0.0.1/poster.png'],
    ['a name that leads to a private address', 'https://inside.example.org/poster.png'],
    ['this computer by IPv6', 'https://[::1]/poster.png'],
    ['an address without TLS', 'http://pictures.example.org/poster.png'],
    ['another port', 'https://pictures.example.org:22/poster.png'],
    ['another protocol', 'file:///etc/passwd'],
  ])('when a redirect leads to %s', async (_what, location) => {
    server.redirect('/away', location);
    const fetchPicture = server.createFetcher({ hosts: { 'inside.example.org': ['10.0.0.7'] } });
    expect(await findFailure(fetchPicture(`${site}/away`))).toBe('not_public');
    expect(server.asked).toEqual(['pictures.example.org/away']);
  });
});

describe('a picture is refused', () => {
  it('when it is one byte too large', async () => {
    server.answer('/large.png', (_request, response) => void response.end(Buffer.alloc(50_001)));
    const fetchPicture = server.createFetcher({ maxBytes: 50_000 });
    expect(await findFailure(fetchPicture(`${site}/large.png`))).toBe('too_large');
  });

  it('when it is too large, without being downloaded completely', async () => {
    let isClosed: Promise<unknown> = Promise.resolve();
    server.answer('/large.png', (_request, response) => {
      isClosed = new Promise((resolve) => void response.on('close', resolve));
      const sendMore = () => {
        while (response.write(Buffer.alloc(1000)));
      };
      response.on('drain', sendMore);
      sendMore();
    });
    const fetchPicture = server.createFetcher({ maxBytes: 50_000 });
    expect(await findFailure(fetchPicture(`${site}/large.png`))).toBe('too_large');
    await isClosed;
  });

  it.each([
    ['does not answer', () => {}],
    ['stops in the middle', (response: { write(part: Buffer): unknown }) => response.write(picture)],
  ])('when its server %s', async (_what, begin) => {
    server.answer('/slow.png', (_request, response) => void begin(response));
    const fetchPicture = server.createFetcher({ maxMs: 200 });
    expect(await findFailure(fetchPicture(`${site}/slow.png`))).toBe('unreachable');
  });

  it('when the name of its server cannot be found in time', async () => {
    const fetchPicture = createPictureFetcher({ resolve: () => new Promise(() => {}), maxMs: 100 });
    expect(await findFailure(fetchPicture(`${site}/poster.png`))).toBe('unreachable');
  });

  it('when the name of its server does not exist', async () => {
    const resolve = () => Promise.reject(Object.assign(new Error('No such name'), { code: 'ENOTFOUND' }));
    expect(await findFailure(createPictureFetcher({ resolve })(`${site}/poster.png`))).toBe('not_public');
  });

  it('when its server changes to another protocol', async () => {
    server.answer('/upgrade.png', (_request, response) =>
      response.writeHead(101, { connection: 'upgrade', upgrade: 'websocket' }).end(),
    );
    expect(await findFailure(server.createFetcher()(`${site}/upgrade.png`))).toBe('unreachable');
  });

  it('when the certificate of its server is for another name', async () => {
    const fetchPicture = server.createFetcher();
    expect(await findFailure(fetchPicture('https://impostor.example.org/poster.png'))).toBe('unreachable');
    expect(server.asked).toEqual([]);
  });

  it.each([
    [404, 'not_found'],
    [403, 'not_found'],
    [304, 'not_found'],
    [429, 'unreachable'],
    [500, 'unreachable'],
    [503, 'unreachable'],
  ] as const)('when its server answers %i', async (status, failure) => {
    server.answer('/refused.png', (_request, response) => response.writeHead(status).end());
    expect(await findFailure(server.createFetcher()(`${site}/refused.png`))).toBe(failure);
  });
});

describe('the IP address or name of a host', () => {
  it.each([
    '0.0.0.0',
    '10.0.0.1',
    '100.64.0.1',
    '127.0.0.1',
    '169.254.169.254',
    '172.16.0.1',
    '192.0.2.1',
    '192.168.1.1',
    '198.18.0.1',
    '203.0.113.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::7f00:1',
    '::ffff:192.168.1.1',
    '64:ff9b::a00:1',
    '2001:db8::1',
    '2002:a00:1::1',
    '4000::1',
    'fc00::1',
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1',
    'ff02::1',
    'localhost',
    '',
  ])('counts as not public: %j', (address) => expect(isPublicAddress(address)).toBe(false));

  it.each(['93.184.216.34', '::ffff:93.184.216.34', '2606:2800:220:1:248:1893:25c8:1946'])(
    'counts as public: %s',
    (address) => expect(isPublicAddress(address)).toBe(true),
  );
});
