import { spawnSync } from 'node:child_process';
import { chmodSync, lstatSync, readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { startFoyer, type Foyer } from '../../../e2e/server.ts';
import { openSite } from '../operations/site.ts';

const env = { FOYER_DEMO: 'off' };

let dataDir: string;

/** The files that other users could read or change while the first process ran. */
let openWhileRunning: string[];

// A first process makes the folder, sells a ticket and stops.
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'foyer-data-'));
  chmodSync(dataDir, 0o755);
  const launcher = ['/bin/sh', '-c', 'umask 000; exec "$@"', 'sh'];
  const foyer = await startFoyer({ dataDir, launcher, env });
  try {
    await openSite(foyer.url);
    await vi.waitUntil(() => listFolder('outbox').length > 0, { timeout: 15_000 });
    // The server may rename or delete a file while the test lists all of them. The test then lists them again.
    openWhileRunning = await vi.waitFor(listOpenFiles);
  } finally {
    await foyer.stop();
  }
}, 240_000);

afterAll(() => rm(dataDir, { recursive: true }));

/** Starts a process, which is stopped at the end of the test at the latest, even when the test fails. */
async function start(options: Parameters<typeof startFoyer>[0]): Promise<Foyer> {
  const foyer = await startFoyer(options);
  onTestFinished(() => foyer.stop());
  return foyer;
}

async function post(foyer: Foyer, path: string, body: object, token?: string) {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
  const answer = await fetch(`${foyer.url}/api${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  const { data } = (await answer.json()) as { data?: { accessToken: string } };
  return { status: answer.status, token: data?.accessToken };
}

const signUp = (foyer: Foyer, username: string) =>
  post(foyer, '/auth/register', {
    username,
    email: `${username}@example.com`,
    password: `${username} sings`,
  });

const logIn = (foyer: Foyer, username: string, password = `${username} sings`) =>
  post(foyer, '/auth/login', { username, password });

/** Lists the files and folders that users other than their owner may read or change. */
function listOpenFiles(): string[] {
  const paths = [dataDir, ...listPaths()];
  return paths.filter((path) => (lstatSync(path).mode & 0o077) !== 0);
}

function listFolder(name: string): string[] {
  return listPaths().filter((path) => path.includes(`/${name}/`));
}

function listPaths(): string[] {
  return readdirSync(dataDir, { recursive: true, encoding: 'utf8' }).map((path) => join(dataDir, path));
}

describe('the data folder', () => {
  it('can be read only by its owner, with all its files, even under umask 000', () => {
    for (const name of ['outbox', 'uploads', 'pg']) expect(listFolder(name)).not.toEqual([]);
    expect(openWhileRunning).toEqual([]);
    expect(listOpenFiles()).toEqual([]);
  });

  it(
    'becomes private again, under umask 022, when an earlier version left it open to other users',
    { timeout: 120_000 },
    async () => {
      const files = listPaths();
      for (const path of [dataDir, ...files]) chmodSync(path, lstatSync(path).isDirectory() ? 0o755 : 0o666);
      const launcher = ['/bin/sh', '-c', 'umask 022; exec "$@"', 'sh'];
      const foyer = await start({ dataDir, launcher, env });
      expect((await signUp(foyer, 'wanda')).status).toBe(201);
      expect(listOpenFiles()).toEqual([]);
      await foyer.stop();
      expect(listOpenFiles()).toEqual([]);
    },
  );

  it('must not be a folder in which all users may write, such as /tmp', async () => {
    const shared = await mkdtemp(join(tmpdir(), 'foyer-shared-'));
    chmodSync(shared, 0o1777);
    await expect(startFoyer({ dataDir: shared })).rejects.toThrow(/^Foyer did not start:\nDATA_DIR .*\.\n$/);
    expect(readdirSync(shared)).toEqual([]);
    await rm(shared, { recursive: true });
  });
});

const inNamespace = [
  ['unshare', '--pid', '--fork', '--kill-child'],
  ['unshare', '--user', '--map-root-user', '--pid', '--fork', '--kill-child'],
].find(([program = '', ...args]) => spawnSync(program, [...args, 'true']).status === 0);

/**
 * Environment for a process that sees no other process and has the id `pid`, as two processes in two containers can.
 */
function pretendToBeAlone(pid: number): Record<string, string> {
  const script = `
    process.kill = () => { throw Object.assign(new Error('no such process'), { code: 'ESRCH' }); };
    Object.defineProperty(process, 'pid', { value: ${pid} });`;
  return { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(script)}` };
}

describe('a second process on the same data folder', () => {
  let first: Foyer;

  beforeAll(async () => {
    first = await startFoyer({ dataDir, env });
  }, 60_000);

  afterAll(() => first.stop());

  it.each([
    { place: 'that cannot see the first process', launcher: undefined, pretends: true },
    ...(inNamespace ? [{ place: 'in another PID namespace', launcher: inNamespace, pretends: false }] : []),
  ])(
    '$place is refused, and the first process loses no data',
    { timeout: 120_000 },
    async ({ launcher, pretends }) => {
      const names = [`before_${pretends}`, `after_${pretends}`] as const;
      expect((await signUp(first, names[0])).status).toBe(201);
      const second = startFoyer({
        dataDir,
        launcher,
        env: { ...env, ...(pretends && pretendToBeAlone(first.pid)) },
      });
      await second.then((foyer) => foyer.stop()).catch(() => {});
      await expect(second).rejects.toThrow(
        /^Foyer did not start:\nAnother Foyer is using this data folder\..*\n$/,
      );
      expect((await signUp(first, names[1])).status).toBe(201);

      process.kill(first.pid, 'SIGKILL');
      await first.stop();
      first = await startFoyer({ dataDir, env });
      for (const name of names) expect((await logIn(first, name)).status).toBe(200);
    },
  );
});
