// Runs the steps of docs/operations.md on real processes and a PostgreSQL of its own: `npm run rehearse`.
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { createDatabase } from '../database/create-database.ts';
import { startOwnPostgres } from '../database/postgres.ts';
import { findFreePort } from '../free-port.ts';
import { makeReleaseFolder } from './release-folder.ts';
import { buyTicketAt, openSite } from './site.ts';

const execute = promisify(execFile);
const folder = await mkdtemp(join(tmpdir(), 'foyer-rehearsal-'));
const release = join(folder, 'app');
const postgres = await startOwnPostgres({ durable: true });
const port = await findFreePort();
const url = `http://127.0.0.1:${port}`;
const settings = {
  PATH: process.env.PATH,
  FOYER_ENV: 'production',
  HOST: '127.0.0.1',
  PORT: String(port),
  PUBLIC_URL: url,
  SESSION_SECRET: 'wQ3xU8zL0rYk5mTn2vBc7sHd4fGj9pAe',
  PAYMENTS: 'sandbox',
  DATA_DIR: join(folder, 'data'),
  STORAGE_URL: join(folder, 'uploads'),
  LOG_LEVEL: 'warn',
};
const adminPassword = 'a quiet town at night';
const running: ChildProcess[] = [];

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

async function step<T>(name: string, work: () => Promise<T>): Promise<T> {
  const started = performance.now();
  const result = await work();
  print(`${name} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
  return result;
}

/** Starts a web process and a worker, as compose.yaml does, and waits until the site answers. */
async function startProcesses(databaseUrl: string): Promise<void> {
  for (const role of ['web', 'worker']) {
    const env = { ...settings, DATABASE_URL: databaseUrl, FOYER_ROLE: role };
    running.push(spawn(process.execPath, ['server/src/main.ts'], { cwd: release, env, stdio: 'inherit' }));
  }
  for (let tries = 0; tries < 300; tries += 1) {
    const isReady = await fetch(`${url}/api/ready`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (isReady) return;
    await setTimeout(200);
  }
  throw new Error('The site was not ready after a minute');
}

async function stopProcesses(): Promise<void> {
  for (const child of running.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  }
}

async function runCommand(databaseUrl: string, ...args: string[]): Promise<string> {
  const env = { ...settings, DATABASE_URL: databaseUrl };
  const { stdout } = await execute(process.execPath, args, { cwd: release, env });
  print(`  ${stdout.trim()}`);
  return stdout;
}

/**
 * Creates an administrator as `npm run admin` does. The administrator then chooses a password with the printed
 * link, and logs in with this password.
 */
async function makeAdministrator(databaseUrl: string): Promise<void> {
  const printed = await runCommand(
    databaseUrl,
    'server/src/admin-command.ts',
    'create',
    'mayor',
    'mayor@example.org',
  );
  const [, page = '', token = ''] = /(\S+)#(\S+)/.exec(printed) ?? [];
  const shown = await fetch(page);
  if (!shown.ok) throw new Error(`The page of the printed link answered ${shown.status}`);
  await post('/auth/reset-password', { token, password: adminPassword });
  const { data } = await post<{ data: { user: { is_site_admin: boolean } } }>('/auth/login', {
    username: 'mayor',
    password: adminPassword,
  });
  if (!data.user.is_site_admin) throw new Error('The administrator has no rights');
}

async function post<Body>(path: string, body: object): Promise<Body> {
  const answer = await fetch(`${url}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as Body;
}

async function assertTicketIsValid(code: string, token: string): Promise<void> {
  const answer = await fetch(`${url}/api/tickets/verify/${code}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  if (answer.status !== 200) throw new Error(`The ticket is not valid any more: ${await answer.text()}`);
}

async function rehearse(): Promise<void> {
  await step('Put the release together, as the Dockerfile does', () => makeReleaseFolder(release));
  const lost = await createDatabase(postgres.adminUrl);
  await step('Started a web process and a worker on an empty PostgreSQL database', () =>
    startProcesses(lost.url),
  );
  await step('Made the first administrator, who chose a password with the printed link and logged in', () =>
    makeAdministrator(lost.url),
  );
  const site = await step('Published an event and sold a ticket', () => openSite(url));
  const backup = join(folder, 'backup');
  await step('Made a backup while both processes run', () =>
    runCommand(lost.url, 'server/src/data-command.ts', 'backup', backup),
  );
  await step('Destroyed the database and the uploaded files', async () => {
    await stopProcesses();
    await lost.drop();
    await rm(settings.STORAGE_URL, { recursive: true });
  });
  const empty = await createDatabase(postgres.adminUrl);
  await step('Restored the backup into an empty database', () =>
    runCommand(empty.url, 'server/src/data-command.ts', 'restore', backup),
  );
  await step('Started both processes again', () => startProcesses(empty.url));
  await step('The sold ticket is valid, its picture is there, and another ticket sells', async () => {
    await assertTicketIsValid(site.ticketCode, site.organiserToken);
    const picture = await fetch(url + site.picturePath);
    if (!picture.ok) throw new Error(`The picture is gone: ${picture.status}`);
    await buyTicketAt(url, site.eventId, 'late_buyer');
  });
  await step('Checked the data', () => runCommand(empty.url, 'server/src/data-command.ts', 'check-data'));
}

try {
  await rehearse();
} finally {
  await stopProcesses();
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}
