import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { startFoyer, type Foyer } from '../../../e2e/server.ts';
import { serverCommand } from '../../../scripts/bootstrap/server-command.mjs';
import { connectPostgres, openEmbedded, type Connection, type Db } from '../../src/db/connect.ts';
import { lockFolder } from '../../src/db/lock-folder.ts';
import { useLinkToken } from '../../src/features/users/users.links.service.ts';
import { createDatabase, type TestDatabase } from '../database/create-database.ts';

const script = join(import.meta.dirname, '../../src/admin-command.ts');
const command = serverCommand(process.execPath);
const publicUrl = 'https://events.example.org';
const production = {
  FOYER_ENV: 'production',
  SESSION_SECRET: '5f1c8b0de2a94736bb0c4f6de19a7382',
  PAYMENTS: 'sandbox',
  ALLOW_TEST_CARDS: 'on',
};

/** Runs `npm run admin` with these words, without npm. */
async function runAdmin(env: Record<string, string>, ...words: string[]) {
  const ended = await promisify(execFile)(process.execPath, [script, ...words], {
    env: { ...command.env, PATH: process.env.PATH, ...production, PUBLIC_URL: publicUrl, ...env },
  }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (error: { code: number; stdout: string; stderr: string }) => error,
  );
  return { succeeds: ended.code === 0, printed: ended.stdout, refusal: ended.stderr };
}

/** Chooses a password with the link that the command printed, which uses up the link. */
async function useLink(db: Db, printed: string) {
  const token = /\/reset-password#([\w-]{43})\n$/.exec(printed)?.[1] ?? '';
  return db.transaction().execute((tx) => useLinkToken(tx, token, ['choose_password'], new Date()));
}

describe('npm run admin beside a running Foyer on PostgreSQL', () => {
  let database: TestDatabase;
  let connection: Connection;
  let foyer: Foyer;
  let env: { DATABASE_URL: string };

  beforeAll(async () => {
    database = await createDatabase(inject('postgres').adminUrl);
    env = { DATABASE_URL: database.url };
    connection = connectPostgres({ databaseUrl: database.url, pool: 1 });
    foyer = await startFoyer({ databaseUrl: database.url, env: { FOYER_DEMO: 'off' } });
  }, 60_000);

  afterAll(async () => {
    await foyer.stop();
    await connection.close();
    await database.drop();
  });

  const listUsers = () =>
    connection.db.selectFrom('users').select(['username', 'is_site_admin']).orderBy('id').limit(10).execute();

  const listAudit = () =>
    connection.db
      .selectFrom('audit_entries')
      .select(['machine', 'action', 'details'])
      .orderBy('id')
      .limit(10)
      .execute();

  async function signUp(username: string) {
    const body = { username, email: `${username}@example.com`, password: `${username} sings` };
    const answer = await fetch(`${foyer.url}/api/auth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const { data } = (await answer.json()) as { data: { accessToken: string } };
    return data.accessToken;
  }

  it('creates an administrator, and prints a single-use link for choosing a password', async () => {
    const { succeeds, printed, refusal } = await runAdmin(env, 'create', 'ada', 'ada@example.com');
    expect({ succeeds, refusal }).toEqual({ succeeds: true, refusal: '' });
    expect(printed).toMatch(/^ada is now a site administrator\./);
    expect(printed).toContain(`\n${publicUrl}/reset-password#`);
    expect(await listUsers()).toEqual([{ username: 'ada', is_site_admin: true }]);
    expect(await useLink(connection.db, printed)).toMatchObject({ email: 'ada@example.com' });
    expect(await useLink(connection.db, printed)).toBeUndefined();
    expect(await listAudit()).toEqual([
      {
        machine: 'the operator',
        action: 'user.created',
        details: { is_site_admin: true },
      },
    ]);
  });

  it('makes a signed-in user an administrator at once', async () => {
    const token = await signUp('grace');
    const readList = () => fetch(`${foyer.url}/api/users`, { headers: { authorization: `Bearer ${token}` } });
    expect((await readList()).status).toBe(403);
    expect(await runAdmin(env, 'promote', 'GRACE')).toMatchObject({
      succeeds: true,
      printed: 'grace is now a site administrator.\n',
    });
    expect((await readList()).status).toBe(200);
    expect((await listAudit()).at(-1)).toEqual({
      machine: 'the operator',
      action: 'user.promoted',
      details: {},
    });
    expect(await runAdmin(env, 'promote', 'grace')).toMatchObject({
      succeeds: true,
      printed: 'grace is a site administrator already.\n',
    });
  });

  it.each([
    [['create', 'ADA', 'new@example.com'], 'The username ADA is taken.', 'promote ada'],
    [['create', 'new', 'ADA@example.com'], 'The email address ADA@example.com is taken.', 'promote ada'],
    [['create', 'new', 'example.com'], '"example.com" cannot be used: Email is invalid.', ''],
    [['create', 'a b', 'new@example.com'], '"a b" cannot be used: Username can only have', ''],
    [['create', 'new'], 'npm run admin -- create <username> <email>', ''],
    [['create', 'new', 'new@example.com', 'password'], 'npm run admin -- create <username> <email>', ''],
    [['promote'], 'npm run admin -- promote <username>', ''],
    [['promote', 'nobody'], 'There is no user "nobody".', ''],
    [['delete', 'ada'], 'There is no command "delete".', 'npm run admin -- create'],
  ])('refuses %j with a clear sentence and changes nothing', async (words, sentence, advice) => {
    const before = await listUsers();
    const { succeeds, printed, refusal } = await runAdmin(env, ...words);
    expect({ succeeds, printed }).toEqual({ succeeds: false, printed: '' });
    expect(refusal).toContain(sentence);
    expect(refusal).toContain(advice);
    expect(refusal).not.toContain('    at ');
    expect(await listUsers()).toEqual(before);
  });
});

describe('npm run admin', () => {
  it('prints help when it is called without a command, even if the settings are wrong', async () => {
    const { succeeds, printed } = await runAdmin({ PUBLIC_URL: '', SESSION_SECRET: '' });
    expect(succeeds).toBe(true);
    expect(printed).toMatch(/create <username> <email>[^]*promote <username>/);
  });

  it('says which setting is wrong, or that the database cannot be reached', async () => {
    const create = ['create', 'ada', 'ada@example.com'];
    expect((await runAdmin({ SESSION_SECRET: '' }, ...create)).refusal).toMatch(/^SESSION_SECRET is missing/);
    const away = { DATABASE_URL: 'postgres://foyer@127.0.0.1:1/foyer' };
    expect((await runAdmin(away, ...create)).refusal).toMatch(/^The database cannot be reached.*\n$/);
  });

  it(
    'creates the first administrator in an embedded database, but not while Foyer is running',
    { timeout: 120_000 },
    async () => {
      const dataDir = await mkdtemp(join(tmpdir(), 'foyer-admin-'));
      const env = { DATA_DIR: dataDir };
      // A running Foyer holds this lock.
      const unlock = await lockFolder(dataDir);
      const refused = await runAdmin(env, 'create', 'ada', 'ada@example.com');
      unlock();
      expect(refused.succeeds).toBe(false);
      expect(refused.refusal).toMatch(/^Another Foyer is using this data folder\. Stop it first.*\n$/);

      const { succeeds, printed } = await runAdmin(env, 'create', 'ada', 'ada@example.com');
      expect(succeeds).toBe(true);
      const again = await openEmbedded(join(dataDir, 'pg'));
      expect(await useLink(again.db, printed)).toMatchObject({ email: 'ada@example.com' });
      await again.close();
      await rm(dataDir, { recursive: true });
    },
  );
});
