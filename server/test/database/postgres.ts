import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdtemp, readFile, symlink } from 'node:fs/promises';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findFreePort } from '../free-port.ts';
import { findPostgresPrograms } from './postgres-programs.ts';
import { findFreeSharedMemory } from './shared-memory.ts';

export interface TestPostgres {
  /** The URL of the PostgreSQL server, with a user who may create databases. */
  adminUrl: string;
  stop(): Promise<void>;
}

/** A PostgreSQL server that only one test uses, so that this test may stop the server. */
export interface OwnPostgres extends TestPostgres {
  /** Stops the server as an operator does, which closes all client connections. */
  goAway(): Promise<void>;
  comeBack(): Promise<void>;
}

interface Place {
  programs: string;
  folder: string;
  /** The system user who runs PostgreSQL. This is undefined if the current user runs it. */
  user: { uid: number; gid: number } | undefined;
  settings: Record<string, string>;
}

const run = promisify(execFile);

const settings = { max_connections: '200', listen_addresses: '127.0.0.1', unix_socket_directories: '' };

// Do not wait until data is on the disk, because that is slow and nobody needs the data after a crash.
const hasty = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' };

interface Options {
  /** True makes PostgreSQL write each commit to disk, as it does by default. */
  durable?: boolean;
  /** True lets clients connect through a socket file, which is faster than TCP. */
  socket?: boolean;
}

/**
 * Uses the PostgreSQL server that TEST_DATABASE_URL names. Without TEST_DATABASE_URL, starts a server that
 * ends with this process.
 */
export async function startPostgres(options: Options = {}): Promise<TestPostgres> {
  const given = process.env.TEST_DATABASE_URL;
  return given ? { adminUrl: given, stop: async () => {} } : startOwnPostgres(options);
}

export async function startOwnPostgres({ durable, socket }: Options = {}): Promise<OwnPostgres> {
  // PostgreSQL refuses to run as root. If root runs the tests, PostgreSQL runs as another user, who may not read
  // root's temporary folder, so the data goes to /tmp.
  const user = process.getuid?.() === 0 ? await getUnprivilegedUser() : undefined;
  const folder = await mkdtemp(join(user ? '/tmp' : tmpdir(), 'foyer-postgres-'));
  const memory = durable ? undefined : await makeFolderInMemory();
  const folders = memory === undefined ? [folder] : [folder, memory];
  const cleaner = startCleaner(folders);
  const stop = async () => {
    if (cleaner.exitCode !== null) return;
    cleaner.ref();
    cleaner.stdin?.end();
    await once(cleaner, 'exit');
  };
  try {
    if (user) await Promise.all(folders.map((made) => chown(made, user.uid, user.gid)));
    if (memory !== undefined) await symlink(memory, join(folder, 'data'));
    const place = {
      programs: await findPostgresPrograms(folder),
      folder,
      user,
      settings: {
        ...settings,
        ...(durable ? {} : hasty),
        ...(socket ? { unix_socket_directories: folder } : {}),
      },
    };
    await makeCluster(place);
    const port = await findFreePort();
    await startServer(place, port);
    return {
      adminUrl: `postgres://foyer@127.0.0.1:${port}/postgres${socket ? `?host=${encodeURIComponent(folder)}` : ''}`,
      stop,
      goAway: () => control(place, ['stop', '-w', '-m', 'fast']),
      comeBack: () => startServer(place, port),
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * Makes a folder in memory if enough memory is free, because each test file copies a database, which is slow
 * on a disk.
 */
async function makeFolderInMemory(): Promise<string | undefined> {
  const room = Math.min(freemem() / 2, await findFreeSharedMemory());
  return room < 4 * 2 ** 30 ? undefined : mkdtemp('/dev/shm/foyer-postgres-').catch(() => undefined);
}

// Starts a shell that stops the server and removes the folders as soon as the shell's input closes. The input
// closes when this process ends, even by a crash.
function startCleaner(folders: string[]): ChildProcess {
  const script = `
    read -r _
    if pid=$(head -n 1 "$1/data/postmaster.pid" 2>/dev/null); then
      kill -QUIT "$pid"
      for _ in 1 2 3 4 5 6 7 8 9 10; do [ -e "$1/data/postmaster.pid" ] && sleep 0.1; done
    fi
    rm -rf "$@"`;
  const cleaner = spawn('/bin/sh', ['-c', script, 'sh', ...folders], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  cleaner.unref();
  return cleaner;
}

async function makeCluster({ programs, folder, user }: Place) {
  const options = ['--username=foyer', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync'];
  await run(join(programs, 'initdb'), ['--pgdata', join(folder, 'data'), ...options], {
    cwd: folder,
    ...user,
  });
}

async function startServer(place: Place, port: number) {
  const options = Object.entries({ ...place.settings, port }).map(([name, value]) => `-c ${name}='${value}'`);
  await control(place, ['start', '-w', '-l', join(place.folder, 'log'), '-o', options.join(' ')]);
}

async function control({ programs, folder, user }: Place, args: string[]) {
  const pgCtl = spawn(join(programs, 'pg_ctl'), [...args, '-D', join(folder, 'data')], {
    cwd: folder,
    stdio: 'ignore',
    detached: true,
    ...user,
  });
  await once(pgCtl, 'exit');
  if (pgCtl.exitCode === 0) return;
  const log = await readFile(join(folder, 'log'), 'utf8');
  throw new Error(`PostgreSQL did not ${args[0]} for the tests: ${log}`);
}

async function getUnprivilegedUser() {
  const lines = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  const found = ['postgres', 'nobody'].flatMap((name) => lines.filter((line) => line[0] === name))[0];
  if (!found) {
    throw new Error(
      'PostgreSQL does not run as root: run the tests as another user, or set TEST_DATABASE_URL.',
    );
  }
  return { uid: Number(found[2]), gid: Number(found[3]) };
}
