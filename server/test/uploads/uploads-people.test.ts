import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type Received, type TestApp } from '../app.ts';
import { deleteOwnAccount, makeAdmin, makeUser, type TestUser } from '../factories.ts';
import { draw, makeForm, waitForRemovals, type File } from './uploads-scene.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});

afterAll(() => app.close());

async function upload(
  { id }: TestUser,
  { token }: Pick<TestUser, 'token'>,
  fields: Record<string, string> = {},
  file: Partial<File> = {},
) {
  const form = makeForm(fields, { data: await draw('jpeg', 900, 600), field: 'profile_image', ...file });
  return app.send<Received<'PATCH /users/:id'>>('PATCH', `/api/users/${id}`, { token, ...form });
}

async function makePerson() {
  const user = await makeUser(app);
  const { body } = await upload(user, user);
  return { ...user, picture: String(body.user.profile_image_url) };
}

const listFiles = (address: string) => {
  const folder = address.replace('/uploads/', '').replace('large.webp', '');
  return [...app.storage.files.keys()].filter((key) => key.startsWith(folder)).toSorted();
};

const readMetadata = async (url: string) => sharp((await app.app.inject({ url })).rawPayload).metadata();

describe('the picture that a user uploads', () => {
  it('is cut to a square and stored in three sizes, as WebP and AVIF', async () => {
    const { picture } = await makePerson();
    expect(picture).toMatch(/^\/uploads\/users\/[0-9a-f]{24}-[0-9a-f]{6}-512x512\/large\.webp$/);
    for (const [name, width] of [
      ['large', 512],
      ['medium', 192],
      ['small', 96],
    ] as const) {
      const webp = picture.replace('large', name);
      expect(await readMetadata(webp)).toMatchObject({ format: 'webp', width, height: width });
      const avif = webp.replace('.webp', '.avif');
      expect(await readMetadata(avif)).toMatchObject({ format: 'heif', width, height: width });
    }
  });

  it('keeps its middle, upright as its EXIF orientation says, and is not enlarged', async () => {
    const user = await makeUser(app);
    const striped = await sharp({ create: { width: 90, height: 30, channels: 3, background: '#ff0000' } })
      .composite([
        {
          input: { create: { width: 30, height: 30, channels: 3, background: '#0000ff' } },
          left: 30,
          top: 0,
        },
      ])
      .withMetadata({ orientation: 6 })
      .jpeg({ quality: 100 })
      .toBuffer();
    const { body } = await upload(user, user, {}, { data: striped });
    const picture = String(body.user.profile_image_url);
    expect(picture).toContain('-30x30/');
    const { rawPayload } = await app.app.inject({ url: picture });
    const [red = 255, , blue = 0] = await sharp(rawPayload).resize(1, 1).raw().toBuffer();
    expect(blue - red).toBeGreaterThan(150);
  });

  it('is saved together with other fields', async () => {
    const user = await makeUser(app);
    const { status, body } = await upload(user, user, { name: 'Mara Ellis' });
    expect(status).toBe(200);
    expect(body.user).toMatchObject({
      name: 'Mara Ellis',
      picture_state: null,
      profile_image_url: expect.stringContaining('/uploads/users/') as unknown,
    });
  });

  it('replaces the earlier picture, whose files are removed', async () => {
    const person = await makePerson();
    expect(listFiles(person.picture)).toHaveLength(6);
    const { body } = await upload(person, person);
    expect(body.user.profile_image_url).not.toBe(person.picture);
    await waitForRemovals(app);
    expect(listFiles(person.picture)).toEqual([]);
    expect(listFiles(String(body.user.profile_image_url))).toHaveLength(6);
  });

  it('replaces a picture from before pictures of users were squares', async () => {
    const user = await makeUser(app);
    const folder = '0123456789abcdef01234567-b3401f-512x340';
    app.storage.files.set(`users/${folder}/face.webp`, await draw('webp'));
    await app.db
      .updateTable('users')
      .set({ profile_image_url: `/uploads/users/${folder}/face.webp` })
      .where('id', '=', user.id)
      .execute();
    await upload(user, user);
    await waitForRemovals(app);
    expect(app.storage.files.has(`users/${folder}/face.webp`)).toBe(false);
  });

  it('is removed with an empty address, and with the account', async () => {
    const [one, other] = [await makePerson(), await makePerson()];
    const { body } = await app.call('PATCH /users/:id', {
      token: one.token,
      params: { id: one.id },
      body: { profile_image_url: '' },
    });
    expect(body.user.profile_image_url).toBeNull();
    await deleteOwnAccount(app, other);
    await waitForRemovals(app);
    expect(listFiles(one.picture)).toEqual([]);
    expect(listFiles(other.picture)).toEqual([]);
  });

  it('may come from an administrator, whose change is in the audit', async () => {
    const [user, admin] = [await makeUser(app), await makeAdmin(app)];
    expect((await upload(user, admin)).status).toBe(200);
    const { body } = await app.call('GET /admin/audit', { token: admin.token, query: {} });
    expect(body.entries[0]).toMatchObject({
      action: 'user.changed',
      object_id: user.id,
      details: { fields: 'profile_image_url' },
    });
  });
});

describe('no file is stored', () => {
  it.each<[string, number, string, (taken: string) => [Record<string, string>, Partial<File>]]>([
    ['the file is no picture', 415, 'not_an_image', () => [{}, { data: Buffer.from('<svg/>') }]],
    [
      'the file is too large',
      413,
      'image_too_large',
      () => [{}, { data: Buffer.alloc(5 * 1024 * 1024 + 1) }],
    ],
    ['the file has the wrong name', 400, 'validation_failed', () => [{}, { field: 'event_image' }]],
    ['another field is wrong', 400, 'validation_failed', () => [{ email: 'nobody' }, {}]],
    ['the username is taken', 409, 'username_taken', (username) => [{ username }, {}]],
  ])('when %s', async (_when, status, code, write) => {
    const [user, other] = [await makeUser(app), await makeUser(app)];
    const before = app.storage.files.size;
    expect(await upload(user, user, ...write(other.username))).toMatchObject({ status, body: { code } });
    expect(app.storage.files.size).toBe(before);
  });

  it('when somebody else sends it', async () => {
    const [user, other] = [await makeUser(app), await makeUser(app)];
    const before = app.storage.files.size;
    expect((await upload(user, other)).status).toBe(403);
    expect((await upload(user, { token: 'no token' })).status).toBe(401);
    expect(app.storage.files.size).toBe(before);
  });
});
