import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Foyer } from '../e2e/server.ts';
import { webOnly, withServer, type Bench, type Outcome } from './api-parts.ts';
import { sample, type Caller } from './load.ts';
import type { PlainOptions, PlainRoute } from './plain-server.ts';
import { readProcessorTime } from './processor-time.ts';
import { openRecordedApp } from './recorded-app.ts';
import type { Person } from './small-world.ts';
import { openSockets, type Sockets } from './sockets.ts';

const connections = 16;
const turns = 4;

interface Rival {
  url: string;
  pid: number;
}

async function withPlain<T>(options: PlainOptions, measure: (plain: Rival) => Promise<T>): Promise<T> {
  const child = fork(join(import.meta.dirname, 'plain-server.ts'), { serialization: 'advanced' });
  child.send(options);
  const exit = once(child, 'exit');
  const [url] = (await once(child, 'message')) as [string];
  try {
    return await measure({ url, pid: child.pid ?? 0 });
  } finally {
    child.disconnect();
    await exit;
  }
}

interface Cost {
  /** Microseconds of processor time that the server needs for one request. */
  micros: number;
  perSecond: number;
}

/**
 * Measures both by turns, so that other work on the machine affects both equally. The first round warms up. The rate of
 * a server on a processor of its own is the inverse of the processor time that it needs. Measured rates depend also on
 * the load, which shares the processors with both.
 */
async function compare<Name extends string>(
  loads: Record<Name, { pid: number; sockets: Sockets }>,
  seconds: number,
): Promise<Record<Name, Cost>> {
  const names = Object.keys(loads) as Name[];
  const sums = new Map(names.map((name) => [name, { requests: 0, seconds: 0, busy: 0 }]));
  for (let turn = 0; turn <= turns; turn += 1) {
    for (const name of names) {
      const { pid, sockets } = loads[name];
      const before = readProcessorTime(pid);
      const one = await sample(sockets.send, { connections, seconds: seconds / turns });
      if (one.failures > 0) throw new Error(`${one.failures} requests failed`);
      const sum = sums.get(name);
      if (turn === 0 || !sum) continue;
      sum.requests += one.times.length;
      sum.seconds += one.seconds;
      sum.busy += readProcessorTime(pid) - before;
    }
  }
  const costs = names.map((name) => {
    const { requests = 0, seconds: taken = 1, busy = 0 } = sums.get(name) ?? {};
    return [name, { micros: (busy / requests) * 1e6, perSecond: requests / taken }] as const;
  });
  return Object.fromEntries(costs) as Record<Name, Cost>;
}

interface Comparison {
  path: string;
  headers: Record<string, string>;
  atLeast: number;
}

async function compareAll(
  { seconds }: Bench,
  servers: { foyer: Rival; plain: Rival },
  comparisons: Comparison[],
): Promise<Outcome> {
  const lines: string[] = [];
  let passed = true;
  for (const { path, headers, atLeast } of comparisons) {
    const open = ({ url, pid }: Rival) => ({ pid, sockets: openSockets(url, path, headers) });
    const loads = { foyer: open(servers.foyer), plain: open(servers.plain) };
    // Here a failure says what it is.
    for (const { sockets } of Object.values(loads)) await sockets.send();
    const { foyer, plain } = await compare(loads, seconds);
    for (const { sockets } of Object.values(loads)) sockets.close();
    const share = plain.micros / foyer.micros;
    passed &&= share >= atLeast;
    lines.push(
      `GET ${path.padEnd(32)} Foyer ${describeCost(foyer)}, plain ${describeCost(plain)}: ${(share * 100).toFixed(0)} % of its rate${share < atLeast ? `, MISSED ${atLeast * 100} %` : ''}`,
    );
  }
  return { lines, passed };
}

function describeCost({ micros, perSecond }: Cost): string {
  return `${micros.toFixed(0).padStart(4)} µs (${perSecond.toFixed(0)}/s)`;
}

const asBrowser = { 'accept-encoding': 'gzip, deflate, br' };
const leastHot = 0.6;
const leastHotPage = 0.5;

/** Compares answers from memory with a plain Fastify that sends the same bytes from its memory. */
export function measureHot(bench: Bench): Promise<Outcome> {
  return withServer(bench, webOnly, async (_caller, foyer) => {
    const one = bench.world.freeEventIds[0] ?? 1;
    const calls = ['/api/events?limit=12', `/api/events/${one}`, '/api/events/categories'];
    const pages = ['/', '/events', `/events/${one}`];
    const routes: PlainRoute[] = [];
    for (const path of [...calls, ...pages]) routes.push(await copyAnswer(foyer, path));
    const comparisons = [
      ...calls.map((path) => ({ path, headers: asBrowser, atLeast: leastHot })),
      ...pages.map((path) => ({ path, headers: asBrowser, atLeast: leastHotPage })),
    ];
    const options = { databaseUrl: bench.databaseUrl, connections: 1, routes };
    return withPlain(options, (plain) => compareAll(bench, { foyer, plain }, comparisons));
  });
}

async function copyAnswer(foyer: Foyer, path: string): Promise<PlainRoute> {
  const sockets = openSockets(foyer.url, path, asBrowser);
  const { headers, body } = await sockets.send();
  sockets.close();
  const { 'content-type': type = '', 'content-encoding': encoding } = headers;
  return {
    path: path.split('?')[0] ?? path,
    body,
    headers: { 'content-type': type, ...(encoding && { 'content-encoding': encoding }) },
  };
}

const leastOfStatements = 0.85;

interface Read {
  path: string;
  reader?: Person;
}

/** Fills the lists of one event and one person, and returns the reads that go past the memory. */
export async function makeReads({ world }: Bench, caller: Caller): Promise<Read[]> {
  const [organiser, person] = world.people;
  if (!organiser || !person) throw new Error('There is nobody');
  const [one = 1] = world.freeEventIds;
  const register = async (id: number, token: string) => {
    const status = await caller.ask({ method: 'POST', path: `/events/${id}/register`, token, json: {} });
    // 409: an earlier part of the same run has filled the lists.
    if (status >= 300 && status !== 409) throw new Error(`A registration for event ${id} answered ${status}`);
  };
  for (const { token } of world.people.slice(2, 42)) await register(one, token);
  for (const id of world.freeEventIds.slice(0, 20)) await register(id, person.token);
  return [
    { path: '/events?limit=12' },
    { path: `/events/${one + 2}` },
    { path: '/events/categories' },
    { path: `/users/${person.id}/orders`, reader: person },
    { path: `/users/${person.id}/registrations`, reader: person },
    { path: `/events/${one}/registrations`, reader: organiser },
    { path: `/events/${one}`, reader: person },
  ];
}

export function writeHeaders({ reader }: Read): Record<string, string> {
  return { 'cache-control': 'no-cache', ...(reader && { authorization: `Bearer ${reader.token}` }) };
}

/** Compares answers from the database with a plain Fastify that runs the same statements, prepared. */
export function measureStatements(bench: Bench): Promise<Outcome> {
  return withServer(bench, webOnly, async (caller, foyer) => {
    const reads = await makeReads(bench, caller);
    const recorded = await openRecordedApp(bench.databaseUrl);
    const routes: PlainRoute[] = [];
    for (const { path, reader } of reads)
      routes.push({
        path: `/api${path.split('?')[0]}`,
        statements: await recorded.recordAll(path, reader?.id),
      });
    await recorded.close();
    const comparisons = reads.map((read) => ({
      path: `/api${read.path}`,
      headers: writeHeaders(read),
      atLeast: leastOfStatements,
    }));
    const options = { databaseUrl: bench.databaseUrl, connections: 10, routes };
    return withPlain(options, (plain) => compareAll(bench, { foyer, plain }, comparisons));
  });
}
