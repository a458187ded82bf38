import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type Received, type TestApp } from '../app.ts';
import { makeEvent, makeMember, makeOrganiser, makeUser, type TestUser } from '../factories.ts';
import { draw, makeForm, waitForRemovals, type File } from './uploads-scene.ts';

let app: TestApp;
let admin: TestUser & { teamId: number };

beforeAll(async () => {
  app = await startTestApp();
  admin = await makeOrganiser(app);
});

afterAll(() => app.close());

async function upload(
  { token }: Pick<TestUser, 'token'>,
  teamId: number,
  fields: Record<string, string> = {},
  file: Partial<File> = {},
) {
  const form = makeForm(fields, { data: await draw('png', 900, 300), field: 'picture', ...file });
  return app.send<Received<'PATCH /teams/:id'>>('PATCH', `/api/teams/${teamId}`, { token, ...form });
}

const read = async (id: number) => (await app.call('GET /teams/:id', { params: { id } })).body.team;

const change = (id: number, body: { description?: string; picture_url?: string | null }) =>
  app.call('PATCH /teams/:id', { token: admin.token, params: { id }, body });

function listFiles(address: unknown): string[] {
  const folder = String(address).replace('/uploads/', '').replace('large.webp', '');
  return [...app.storage.files.keys()].filter((key) => key.startsWith(folder));
}

async function makeTeam() {
  const { token } = admin;
  const name = `Pictured ${app.storage.files.size} ${Math.random()}`;
  const { body } = await app.call('POST /teams', { token, body: { name } });
  const changed = await upload(admin, body.team.id);
  return { id: body.team.id, picture: String(changed.body.team.picture_url) };
}

describe('the picture of a team', () => {
  it('is stored whole in three sizes, and shown with the team and its events', async () => {
    const { id } = await makeEvent(app, {}, admin);
    const readEvent = async () => (await app.call('GET /events/:id', { params: { id } })).body.event;
    expect(await readEvent()).toMatchObject({ team_picture_url: null });
    const { status, body } = await upload(admin, admin.teamId, { description: 'Concerts' });
    expect(status).toBe(200);
    const address = String(body.team.picture_url);
    expect(address).toMatch(/^\/uploads\/teams\/[0-9a-f]{24}-[0-9a-f]{6}-512x171\/large\.webp$/);
    expect(listFiles(address)).toHaveLength(6);
    const { rawPayload } = await app.app.inject({ url: address.replace('large.webp', 'small.avif') });
    expect(await sharp(rawPayload).metadata()).toMatchObject({ format: 'heif', width: 96, height: 32 });
    expect(await read(admin.teamId)).toMatchObject({ picture_url: address, description: 'Concerts' });
    expect(await readEvent()).toMatchObject({ team_picture_url: address });
  });

  it('stays when other fields change, and its own address may be sent back', async () => {
    const { id, picture } = await makeTeam();
    await change(id, { description: 'Plays', picture_url: picture });
    expect(await read(id)).toMatchObject({ description: 'Plays', picture_url: picture });
    await waitForRemovals(app);
    expect(listFiles(picture)).toHaveLength(6);
  });

  it('is removed with null or an empty address', async () => {
    for (const picture_url of [null, '']) {
      const { id, picture } = await makeTeam();
      expect((await change(id, { picture_url })).body.team.picture_url).toBeNull();
      await waitForRemovals(app);
      expect(listFiles(picture)).toEqual([]);
    }
  });

  it('leaves no files behind when two requests replace it at once', async () => {
    const { id, picture } = await makeTeam();
    const kept = app.storage.files.size;
    const answers = await Promise.all([upload(admin, id), upload(admin, id)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    await waitForRemovals(app);
    expect(listFiles(picture)).toEqual([]);
    expect(listFiles((await read(id)).picture_url)).toHaveLength(6);
    expect(app.storage.files.size).toBe(kept);
  });

  it('is removed with the team', async () => {
    const { id, picture } = await makeTeam();
    await app.call('DELETE /teams/:id', { token: admin.token, params: { id } });
    await waitForRemovals(app);
    expect(listFiles(picture)).toEqual([]);
  });

  it('cannot be that of another team or on another site', async () => {
    const [one, other] = [await makeTeam(), await makeTeam()];
    for (const picture_url of [other.picture, 'https://example.org/logo.png', '/uploads/users/x.webp']) {
      expect(await change(one.id, { picture_url })).toMatchObject({
        status: 400,
        body: { errors: [{ field: 'picture_url', message: 'Send the picture as a file' }] },
      });
    }
    expect((await read(one.id)).picture_url).toBe(one.picture);
  });
});

describe('no file is stored for a team', () => {
  it.each<[string, number, Record<string, string>, Partial<File>]>([
    ['the file is no picture', 415, {}, { data: Buffer.from('<svg/>') }],
    ['the file is too large', 413, {}, { data: Buffer.alloc(5 * 1024 * 1024 + 1) }],
    ['another field is wrong', 400, { name: 'x' }, {}],
  ])('when %s', async (_when, status, fields, file) => {
    const before = app.storage.files.size;
    expect((await upload(admin, admin.teamId, fields, file)).status).toBe(status);
    expect(app.storage.files.size).toBe(before);
  });

  it('when its sender is not an admin of the team', async () => {
    const before = app.storage.files.size;
    const manager = await makeMember(app, admin.teamId, 'event_manager');
    for (const sender of [manager, await makeUser(app)]) {
      expect((await upload(sender, admin.teamId)).status).toBe(403);
    }
    expect((await upload(admin, 999_999)).status).toBe(404);
    expect(app.storage.files.size).toBe(before);
  });
});
