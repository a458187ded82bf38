import { execFile } from 'node:child_process';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { startFoyer, type Foyer } from '../../../e2e/server.ts';
import { serverCommand } from '../../../scripts/bootstrap/server-command.mjs';
import { createDatabase } from '../database/create-database.ts';
import { buyTicketAt, openSite, type Site } from './site.ts';

const root = join(import.meta.dirname, '../../..');
const execute = promisify(execFile);
const command = serverCommand(process.execPath);

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foyer-backup-'));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

/**
 * Runs a command such as `backup` or `restore`, as `npm run backup` does, and returns what the command printed.
 * Throws the error output if the command failed.
 */
async function runCommand(args: string[], env: Record<string, string>): Promise<string> {
  const { stdout } = await execute(process.execPath, ['server/src/data-command.ts', ...args], {
    cwd: root,
    env: { ...command.env, PATH: process.env.PATH, PUBLIC_URL: 'http://localhost:3000', ...env },
  }).catch((error: { stderr: string }) => {
    throw new Error(error.stderr.trim());
  });
  return stdout.trim();
}

function startInProduction(env: Record<string, string>): Promise<Foyer> {
  return startFoyer({
    databaseUrl: env.DATABASE_URL,
    dataDir: env.DATA_DIR,
    env: { ...env, FOYER_RATE_LIMITS: 'on' },
  });
}

const production = {
  FOYER_ENV: 'production',
  HOST: '127.0.0.1',
  PAYMENTS: 'sandbox',
  FOYER_DEMO: 'off',
  SESSION_SECRET: 'wQ3xU8zL0rYk5mTn2vBc7sHd4fGj9pAe',
};

async function expectSoldTicket(
  { url }: { url: string },
  { ticketCode, organiserToken }: Site,
): Promise<void> {
  const answer = await fetch(`${url}/api/tickets/verify/${ticketCode}`, {
    headers: { authorization: `Bearer ${organiserToken}` },
  });
  expect(await answer.json()).toMatchObject({ msg: 'Ticket is valid', ticket: { paid: true, price: 14 } });
}

describe('a backup of the embedded database', { timeout: 240_000 }, () => {
  it('brings back the sold ticket and the uploaded picture after the data folder was lost', async () => {
    const env = { ...production, DATA_DIR: join(folder, 'data') };
    const first = await startInProduction(env);
    const site = await openSite(first.url);
    await expect(runCommand(['backup', join(folder, 'refused')], env)).rejects.toThrow(
      /is using this data folder/,
    );
    await first.stop();

    const printed = await runCommand(['backup', join(folder, 'backup')], env);
    expect(printed).toContain('2 users, 1 event, 1 seat, 1 ticket, 1 payment, paid £14.00, refunded £0.00');
    expect((await stat(join(folder, 'backup'))).mode & 0o777).toBe(0o700);
    await rm(env.DATA_DIR, { recursive: true });
    expect(await runCommand(['restore', join(folder, 'backup')], env)).toContain(
      '1 ticket, 1 payment, paid £14.00',
    );
    await expect(runCommand(['restore', join(folder, 'backup')], env)).rejects.toThrow(
      /exists already|not empty/,
    );

    const second = await startInProduction(env);
    await expectSoldTicket(second, site);
    const picture = await fetch(`${second.url}${site.picturePath}`);
    expect(picture.status).toBe(200);
    await second.stop();
  });

  it('is refused when the folder of the uploaded files cannot be read', async () => {
    await writeFile(join(folder, 'a-file'), '');
    const env = { DATA_DIR: join(folder, 'data'), STORAGE_URL: join(folder, 'a-file', 'uploads') };
    await expect(runCommand(['backup', join(folder, 'backup')], env)).rejects.toThrow(
      /uploads'\. A part of this path is a file: choose another folder\.$/,
    );
  });

  it('is not restored when it is not complete, or when a newer Foyer made it', async () => {
    const env = { DATA_DIR: join(folder, 'data') };
    await expect(runCommand(['restore', folder], env)).rejects.toThrow(/is not a complete backup/);
    await writeFile(join(folder, 'manifest.json'), JSON.stringify({ format: 2 }));
    await expect(runCommand(['restore', folder], env)).rejects.toThrow(/A newer Foyer made the backup/);
  });
});

// A machine that runs the tests may have no pg_dump. The command must then say what to install.
const hasPrograms =
  existsSync('/usr/lib/postgresql') ||
  (process.env.PATH ?? '').split(delimiter).some((path) => existsSync(join(path, 'pg_dump')));

describe('a backup of PostgreSQL', { timeout: 180_000 }, () => {
  const promise = hasPrograms
    ? {
        title: 'is made while two processes run, and brings everything back after the database was lost',
        run: bringBack,
        outcome: '2 tickets, 2 payments, paid £28.00',
      }
    : {
        title: 'is refused without pg_dump, and the message says what to install',
        run: tryWithoutPrograms,
        outcome: 'apt-get install postgresql-client',
      };
  it.each([promise])('$title', async ({ run, outcome }) => {
    expect(await run()).toContain(outcome);
  });
});

async function tryWithoutPrograms(): Promise<string> {
  const database = await createDatabase(inject('postgres').adminUrl);
  const env = { ...production, DATA_DIR: join(folder, 'data'), DATABASE_URL: database.url };
  const foyer = await startInProduction(env);
  await foyer.stop();
  const message = await runCommand(['backup', join(folder, 'backup')], env).catch(String);
  await database.drop();
  return message;
}

/** Returns what the check of the data prints after the restore and one more sale. */
async function bringBack(): Promise<string> {
  const { adminUrl } = inject('postgres');
  const lost = await createDatabase(adminUrl);
  const files = join(folder, 'files');
  const backup = join(folder, 'backup');
  const before = {
    ...production,
    STORAGE_URL: files,
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: lost.url,
  };
  const processes = await Promise.all([startInProduction(before), startInProduction(before)]);
  const site = await openSite(processes[0].url);
  expect(await runCommand(['backup', backup], before)).toContain('1 ticket, 1 payment, paid £14.00');
  const elsewhere = { ...before, STORAGE_URL: join(folder, 'other-files') };
  await expect(runCommand(['restore', backup], elsewhere)).rejects.toThrow(/The database is not empty/);
  await Promise.all(processes.map((one) => one.stop()));
  await lost.drop();
  await rm(files, { recursive: true });

  const empty = await createDatabase(adminUrl);
  const after = { ...before, DATABASE_URL: empty.url };
  expect(await runCommand(['restore', backup], after)).toContain('the data is sound');
  const restored = await startInProduction(after);
  await expectSoldTicket(restored, site);
  expect((await fetch(`${restored.url}${site.picturePath}`)).status).toBe(200);
  await buyTicketAt(restored.url, site.eventId, 'second_buyer');
  await restored.stop();
  const checked = await runCommand(['check-data'], after);
  await empty.drop();
  return checked;
}
