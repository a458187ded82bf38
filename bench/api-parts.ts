import { readFile } from 'node:fs/promises';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { startFoyer, type Foyer } from '../e2e/server.ts';
import { createPasswords } from '../server/src/passwords.ts';
import { putUnderFullLoad } from './full-load.ts';
import { describe, measureInTurn, openCaller, sample, summarize, type Caller } from './load.ts';
import { readProcessorTime } from './processor-time.ts';
import { password, sessionSecret, type World } from './small-world.ts';

export interface Bench {
  /** The PostgreSQL server, for a part that needs databases of its own. */
  adminUrl: string;
  databaseUrl: string;
  world: World;
  seconds: number;
  fullLoadSeconds: number;
}

export interface Outcome {
  lines: string[];
  passed: boolean;
}

const connections = 10;

/** A worker would do the jobs, so that only the requests are measured. No worker runs here. */
export const webOnly = { FOYER_ROLE: 'web' };

export function startServer(databaseUrl: string, env: Record<string, string> = {}): Promise<Foyer> {
  return startFoyer({
    databaseUrl,
    env: { FOYER_DEMO: 'off', LOG_LEVEL: 'error', SESSION_SECRET: sessionSecret, ...env },
  });
}

export async function withServer<T>(
  bench: Bench,
  env: Record<string, string>,
  measure: (caller: Caller, foyer: Foyer) => Promise<T>,
): Promise<T> {
  const foyer = await startServer(bench.databaseUrl, env);
  const caller = openCaller(foyer.url, 64);
  try {
    return await measure(caller, foyer);
  } finally {
    await caller.close();
    await foyer.stop();
  }
}

const signUps = 20;
const rounds = 5;

/** Lets twenty people sign up at the same moment on a server that has two database connections. */
export function measureSignUps(bench: Bench): Promise<Outcome> {
  return withServer(bench, { DATABASE_POOL: '2' }, async (caller) => {
    const lines: string[] = [];
    let failures = 0;
    for (let round = 0; round < rounds; round += 1) {
      const started = performance.now();
      const answers = await Promise.allSettled(
        Array.from({ length: signUps }, (_, n) => {
          const username = `new_${round}_${n}_${Date.now() % 1e8}`;
          const team = n % 4 === 0 ? { isEventOrganiser: true, teamName: `${username} team` } : {};
          const json = { username, email: `${username}@example.org`, password, ...team };
          return caller.call({ method: 'POST', path: '/auth/register', json });
        }),
      );
      const refused = answers.filter((answer) => answer.status === 'rejected').length;
      failures += refused;
      const took = performance.now() - started;
      lines.push(`${signUps - refused} of ${signUps} succeeded, the last after ${took.toFixed(0)} ms`);
    }
    return { lines, passed: failures === 0 };
  });
}

const loginsAtOnce = 8;
const leastShareWhileHashing = 0.7;
const longestP99 = 100;

/** Measures how much slower reads are while eight people log in all the time. */
export function measureReadsWhileHashing(bench: Bench): Promise<Outcome> {
  return withServer(bench, {}, async (caller) => {
    const path = '/events?limit=12';
    const read = (seconds: number) => sample(() => caller.call({ path }), { connections, seconds });
    let next = 0;
    const logIn = () => {
      const { username } = bench.world.people[next++ % bench.world.people.length] ?? { username: '' };
      return caller.call({ method: 'POST', path: '/auth/login', json: { username, password } });
    };
    let logins = 0;
    const { alone, hashing } = await measureInTurn(
      {
        alone: read,
        hashing: async (seconds) => {
          const [reads, hashes] = await Promise.all([
            read(seconds),
            sample(logIn, { connections: loginsAtOnce, seconds }),
          ]);
          logins += hashes.times.length - hashes.failures;
          return { ...reads, failures: reads.failures + hashes.failures };
        },
      },
      bench.seconds,
    );
    const share = hashing.perSecond / alone.perSecond;
    return {
      lines: [
        `reads alone         ${describe(alone)}`,
        `reads while hashing ${describe(hashing)}`,
        `${(logins / bench.seconds).toFixed(0)} logins/s; reads keep ${(share * 100).toFixed(0)} % of their rate`,
      ],
      passed: hashing.failures === 0 && share >= leastShareWhileHashing && hashing.p99 < longestP99,
    };
  });
}

async function measureUse(send: () => Promise<unknown>, pid: number, seconds: number) {
  const before = readProcessorTime(pid);
  const { times, failures } = await sample(send, { connections: 4, seconds });
  return { used: readProcessorTime(pid) - before, done: times.length, failures };
}

const leastShareOfHashing = 0.9;

/** Compares the processor time of a login with the time for its argon2 hash alone. */
export function measureLogins(bench: Bench): Promise<Outcome> {
  return withServer(bench, webOnly, async (caller, { pid }) => {
    const passwords = createPasswords();
    const stored = await passwords.hash(password, null);
    let next = 0;
    const logIn = () => {
      const { username } = bench.world.people[next++ % bench.world.people.length] ?? { username: '' };
      return caller.call({ method: 'POST', path: '/auth/login', json: { username, password } });
    };
    const hash = () => passwords.verify(stored, password, null);
    const seconds = bench.seconds / 4;
    const sums = { hash: { used: 0, done: 0, failures: 0 }, login: { used: 0, done: 0, failures: 0 } };
    for (let turn = 0; turn <= 4; turn += 1) {
      const found = {
        hash: await measureUse(hash, process.pid, seconds),
        login: await measureUse(logIn, pid, seconds),
      };
      if (turn === 0) continue;
      for (const name of ['hash', 'login'] as const)
        for (const field of ['used', 'done', 'failures'] as const) sums[name][field] += found[name][field];
    }
    const [alone, whole] = [sums.hash, sums.login].map(({ used, done }) => (used / done) * 1000);
    const share = (alone ?? 0) / (whole ?? 1);
    const failures = sums.hash.failures + sums.login.failures;
    return {
      lines: [
        `a hash takes ${alone?.toFixed(1)} ms of processor time, a login ${whole?.toFixed(1)} ms: ${(share * 100).toFixed(0)} % of it is the hash`,
      ],
      passed: failures === 0 && share >= leastShareOfHashing,
    };
  });
}

const registrations = 100;
const longestRegistration = 1000;

/** Measures registrations, each with a mail, while the mail server accepts network connections but never answers. */
export async function measureSilentMailServer(bench: Bench): Promise<Outcome> {
  const sockets: Socket[] = [];
  const silent = createServer((socket) => sockets.push(socket.on('error', () => {}))).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const register = async (caller: Caller, eventId: number) => {
    const people = bench.world.people.slice(0, registrations).values();
    const send = async () => {
      const person = people.next().value;
      if (!person) return;
      await caller.call({
        method: 'POST',
        path: `/events/${eventId}/register`,
        token: person.token,
        json: {},
      });
    };
    const times: number[] = [];
    let failures = 0;
    for (let n = 0; n < registrations; n += 1) {
      const sent = performance.now();
      await send().catch(() => (failures += 1));
      times.push(performance.now() - sent);
    }
    return summarize([{ seconds: times.reduce((sum, time) => sum + time, 0) / 1000, times, failures }]);
  };
  const [first = 0, second = 0] = bench.world.freeEventIds.slice(-2);
  const kept = await withServer(bench, {}, (caller) => register(caller, first));
  const held = await withServer(bench, { SMTP_URL: `smtp://127.0.0.1:${port}` }, async (caller) => {
    const load = await register(caller, second);
    await setTimeout(2000);
    return load;
  });
  const reached = sockets.length;
  for (const socket of sockets) socket.destroy();
  silent.close();
  return {
    lines: [
      `mail kept in the outbox ${describe(kept)}`,
      `a silent mail server    ${describe(held)}`,
      `the mail server was reached ${reached} times`,
    ],
    passed: kept.failures + held.failures === 0 && reached > 0 && held.longest < longestRegistration,
  };
}

const maxMegabytes = 450;

export function measureMemory(bench: Bench): Promise<Outcome> {
  return withServer(bench, {}, async (caller, foyer) => {
    const before = await readMegabytes(foyer.pid);
    const samples: number[] = [];
    const ends = new AbortController();
    const watching = (async () => {
      while (!ends.signal.aborted) {
        samples.push(await readMegabytes(foyer.pid));
        await setTimeout(1000);
      }
    })();
    const load = await putUnderFullLoad(caller, bench.world, bench.fullLoadSeconds);
    const after = await readMegabytes(foyer.pid);
    ends.abort();
    await watching;
    const most = Math.max(...samples, after);
    return {
      lines: [
        ...load.lines,
        `memory: ${before} MB at the start, ${after} MB after ${bench.fullLoadSeconds} s, ${most} MB at most`,
      ],
      passed: load.failures === 0 && most < maxMegabytes,
    };
  });
}

async function readMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024);
}
