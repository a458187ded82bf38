import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { startFoyer } from '../../../e2e/server.ts';
import { connectPostgres, type Connection } from '../../src/db/connect.ts';
import { migrate } from '../../src/db/migrate.ts';
import { demoPassword } from '../../src/demo-passwords.ts';
import { composeGreeting } from '../../src/greet.ts';
import { createPasswords } from '../../src/passwords.ts';
import { startTestApp, type TestApp } from '../app.ts';
import { createDatabase, type TestDatabase } from '../database/create-database.ts';

const production = {
  FOYER_ENV: 'production',
  HOST: '127.0.0.1',
  FOYER_RATE_LIMITS: 'on',
  SESSION_SECRET: '5f1c8b0de2a94736bb0c4f6de19a7382',
  PAYMENTS: 'sandbox',
  ALLOW_TEST_CARDS: 'on',
};

/** Starts a real process that must refuse to start. Returns everything that the process printed. */
async function readRefusal(env: Record<string, string>, databaseUrl?: string): Promise<string> {
  const started = startFoyer({ databaseUrl, env });
  await started.then(
    (foyer) => foyer.stop(),
    () => {},
  );
  return started.then(
    () => 'Foyer started',
    (error: Error) => error.message.replace('Foyer did not start:\n', ''),
  );
}

describe('a process', () => {
  const publicUrl = 'https://events.example.org';
  it.each([
    ['a public address without a mode', { PUBLIC_URL: publicUrl }, 'FOYER_ENV=production'],
    [
      'a public address with NODE_ENV=Production',
      { PUBLIC_URL: publicUrl, NODE_ENV: 'Production' },
      'FOYER_ENV=production',
    ],
    [
      'a secret of 32 equal letters in production',
      { ...production, SESSION_SECRET: 'x'.repeat(32) },
      'SESSION_SECRET',
    ],
    ['CORS_ORIGINS=* in production', { ...production, CORS_ORIGINS: '*' }, 'CORS_ORIGINS'],
    [
      'a public address without TLS in production',
      { ...production, PUBLIC_URL: 'http://events.example.org' },
      'https://events.example.org',
    ],
  ])('does not start with %s, and says in one sentence what to set', async (_, env, words) => {
    const printed = await readRefusal(env);
    expect(printed).toContain(words);
    expect(printed).toMatch(/^[A-Z][^\n]+\.\n$/);
  });

  it('does not start when its database does not exist, and says so in one sentence', async () => {
    const url = new URL(inject('postgres').adminUrl);
    url.pathname = '/foyer_nowhere';
    expect(await readRefusal({}, url.href)).toBe(
      'database "foyer_nowhere" does not exist. Create the database, or check its name in DATABASE_URL.\n',
    );
  });
});

describe('a database that holds the demo world', () => {
  let database: TestDatabase;
  let connection: Connection;

  beforeAll(async () => {
    database = await createDatabase(inject('postgres').adminUrl);
    connection = connectPostgres({ databaseUrl: database.url, pool: 1 });
    await migrate(connection.db);
    const password_hash = await createPasswords().hash(demoPassword, null);
    await connection.db
      .insertInto('users')
      .values({ username: 'admin', email: 'admin@example.org', password_hash, is_site_admin: true })
      .execute();
  });

  afterAll(async () => {
    await connection.close();
    await database.drop();
  });

  it('is refused in production while a user still has the demo password', { timeout: 60_000 }, async () => {
    expect(await readRefusal(production, database.url)).toMatch(/^This database holds the demo world.*\n$/);
    const password_hash = await createPasswords().hash('a password of their own', null);
    await connection.db.updateTable('users').set({ password_hash }).execute();
    const foyer = await startFoyer({ databaseUrl: database.url, env: production });
    onTestFinished(() => foyer.stop());
    const answer = await fetch(`${foyer.url}/dev/outbox`);
    expect(answer.status).toBe(404);
    expect(foyer.readLog()).not.toContain(demoPassword);
  });
});

describe('a development server that other computers can reach', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startTestApp({ env: { HOST: '0.0.0.0' } });
  });

  afterAll(() => app.close());

  it('has no pages below /dev', async () => {
    expect((await app.send('GET', '/dev/outbox')).status).toBe(404);
  });

  it('says in one sentence at its start that other computers can reach it', () => {
    const { config, publicUrl } = app.deps;
    const greeting = composeGreeting({ config, publicUrl, kind: 'embedded', demoLogins: [] });
    expect(greeting).toContain(
      '  HOST=0.0.0.0 lets other computers in, so there is no demo world and no page below /dev.\n',
    );
    expect(greeting).not.toContain('/dev/outbox');
  });
});
