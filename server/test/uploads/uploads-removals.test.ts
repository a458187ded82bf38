import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type Received, type TestApp } from '../app.ts';
import type { TestDatabase } from '../database/create-database.ts';
import { fetchUserPictureJob } from '../../src/features/users/pictures/pictures.jobs.ts';
import { fetchUserPicture } from '../../src/features/users/pictures/pictures.service.ts';
import { createTestDatabase } from '../database/database.ts';
import { startLossyDatabase } from '../database/lost-answers.ts';
import { deleteOwnAccount, makeUser, type TestUser } from '../factories.ts';
import { draw, makeForm, waitForRemovals } from './uploads-scene.ts';

let database: TestDatabase;
let lossy: Awaited<ReturnType<typeof startLossyDatabase>>;

beforeAll(async () => {
  database = await createTestDatabase();
  lossy = await startLossyDatabase(database.url);
});

afterAll(async () => {
  lossy.close();
  await database.drop();
});

async function upload(app: TestApp, { id, token }: TestUser) {
  const form = makeForm({}, { data: await draw('jpeg'), field: 'profile_image' });
  return app.send<Received<'PATCH /users/:id'>>('PATCH', `/api/users/${id}`, { token, ...form });
}

async function readPicture(app: TestApp, { id, token }: Pick<TestUser, 'id' | 'token'>) {
  const { body } = await app.call('GET /users/:id', { token, params: { id } });
  return body.user.profile_image_url;
}

/** Runs the jobs as another process would that shares the database and the files. */
async function runJobs(app: TestApp): Promise<void> {
  await sql`update pgboss.job set start_after = now() where name = 'storage.remove-picture'`.execute(app.db);
  await app.deps.jobs.work(app.deps);
  await waitForRemovals(app);
}

describe('the files of a picture that was dropped', () => {
  it('are removed although Foyer stopped right after the commit', async () => {
    const app = await startTestApp({ works: false });
    const [one, other] = [await makeUser(app), await makeUser(app)];
    for (const user of [one, other]) expect((await upload(app, user)).status).toBe(200);
    await deleteOwnAccount(app, one);
    await upload(app, other);
    expect(app.storage.files.size).toBe(3 * 6);
    await runJobs(app);
    expect(app.storage.files.size).toBe(6);
    const url = String(await readPicture(app, other));
    expect((await app.app.inject({ url })).statusCode).toBe(200);
    await app.close();
  });

  it('are removed once a storage that was down answers again', async () => {
    const app = await startTestApp();
    const user = await makeUser(app);
    await upload(app, user);
    app.storage.breakRemoval(true);
    await deleteOwnAccount(app, user);
    const listRetries = async () =>
      (
        await sql`select 1 from pgboss.job where name = 'storage.remove-picture' and state = 'retry'`.execute(
          app.db,
        )
      ).rows;
    await expect.poll(listRetries).toHaveLength(1);
    expect(app.storage.files.size).toBe(6);
    app.storage.breakRemoval(false);
    await waitForRemovals(app);
    expect(app.storage.files.size).toBe(0);
    await app.close();
  });
});

describe('when the connection breaks during COMMIT', () => {
  it.each([
    { loss: 'its answer', isSaved: true },
    { loss: 'the COMMIT', isSaved: false },
  ] as const)(
    'and $loss is lost, the files stay only if the picture was saved',
    async ({ loss, isSaved }) => {
      const app = await startTestApp({ works: false, databaseUrl: lossy.url });
      const user = await makeUser(app);
      await upload(app, user);
      const before = await readPicture(app, user);
      lossy.loseAtNextCommit(loss);
      expect(await upload(app, user)).toMatchObject({ status: 503, body: { code: 'unavailable' } });
      expect(app.storage.files.size).toBe(2 * 6);
      await runJobs(app);
      const after = await readPicture(app, user);
      expect(after !== before).toBe(isSaved);
      expect(app.storage.files.size).toBe(6);
      expect((await app.app.inject({ url: String(after) })).statusCode).toBe(200);
      await app.close();
    },
  );

  it.each([
    { loss: 'its answer', isSaved: true },
    { loss: 'the COMMIT', isSaved: false },
  ] as const)(
    'and $loss is lost, the copy of a picture on another site stays only if it was saved',
    async ({ loss, isSaved }) => {
      const picture = await draw('png');
      const app = await startTestApp({
        works: false,
        databaseUrl: lossy.url,
        fetchPicture: () => Promise.resolve(picture),
      });
      const { id, token } = await makeUser(app);
      const address = 'https://pictures.example.org/face.png';
      await app.call('PATCH /users/:id', { token, params: { id }, body: { profile_image_url: address } });
      lossy.loseAtNextCommit(loss);
      const wanted = { id, address, giveUpAt: '2099-01-01T00:00:00.000Z' };
      await expect(fetchUserPicture(app.deps, wanted)).rejects.toThrow(
        'Client has encountered a connection error',
      );
      expect(app.storage.files.size).toBe(6);
      const after = await readPicture(app, { id, token });
      expect(after !== address).toBe(isSaved);
      await sql`delete from pgboss.job where name = ${fetchUserPictureJob.name}`.execute(app.db);
      await runJobs(app);
      expect(app.storage.files.size).toBe(isSaved ? 6 : 0);
      await app.close();
    },
  );
});
