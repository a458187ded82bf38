import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { serverCommand } from '../scripts/bootstrap/server-command.mjs';
import { findFreePort } from '../server/test/free-port.ts';

export interface Foyer {
  /** The URL of the server's home page, without the slash at the end. */
  url: string;
  pid: number;
  dataDir: string;
  /** The folder to which the server writes one .eml file for each email. */
  outboxDir: string;
  readLog(): string;
  /**
   * Stops the server with SIGTERM, as an operator does. Deletes the server's data unless the test chose the
   * `dataDir`.
   */
  stop(): Promise<void>;
}

interface Options {
  /** The URL of a PostgreSQL database. By default the server uses the embedded database. */
  databaseUrl?: string;
  dataDir?: string;
  env?: Record<string, string>;
  /**
   * A program that starts the server, such as `unshare`, with its arguments. The command of the server
   * follows at the end.
   */
  launcher?: readonly string[];
}

const root = join(import.meta.dirname, '..');
// In milliseconds. A busy machine needs minutes to fill an embedded database with the demo world.
const startTimeout = 300_000;
const stopTimeout = 15_000;

/** Starts a real server process and returns when it is ready. By default, the server has the demo world. */
export async function startFoyer(options: Options = {}): Promise<Foyer> {
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'foyer-e2e-')));
  const { program, args, env } = serverCommand(process.execPath);
  const [command = program, ...rest] = [...(options.launcher ?? []), program, ...args];
  const child = spawn(command, rest, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...env,
      PATH: process.env.PATH,
      PORT: String(port),
      PUBLIC_URL: url,
      DATA_DIR: dataDir,
      FOYER_DEMO: 'on',
      FOYER_RATE_LIMITS: 'off',
      ...(options.databaseUrl ? { DATABASE_URL: options.databaseUrl } : {}),
      ...options.env,
    },
  });
  const killChild = () => child.kill('SIGKILL');
  process.once('exit', killChild);
  let log = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (log += text));
  }
  const stop = async () => {
    await stopProcess(child);
    process.removeListener('exit', killChild);
    if (!options.dataDir) await rm(dataDir, { recursive: true, force: true });
  };
  try {
    await waitUntilReady(url, child);
  } catch (error) {
    await stop();
    throw new Error(`Foyer did not start:\n${log}`, { cause: error });
  }
  return { url, pid: child.pid ?? 0, dataDir, outboxDir: join(dataDir, 'outbox'), readLog: () => log, stop };
}

async function waitUntilReady(url: string, child: ChildProcess) {
  const deadline = Date.now() + startTimeout;
  while (child.exitCode === null && Date.now() < deadline) {
    const ready = await fetch(`${url}/api/ready`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (ready) return;
    await setTimeout(50);
  }
  throw new Error(
    child.exitCode === null ? 'It was not ready in time.' : `It ended with code ${child.exitCode}.`,
  );
}

async function stopProcess(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = new AbortController();
  const killed = setTimeout(stopTimeout, undefined, { signal: timer.signal }).then(
    () => child.kill('SIGKILL'),
    () => false,
  );
  await exit;
  timer.abort();
  await killed;
}
