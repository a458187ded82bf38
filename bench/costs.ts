import { once } from 'node:events';
import type { Foyer } from '../e2e/server.ts';
import { webOnly, withServer, type Bench, type Outcome } from './api-parts.ts';
import { sample, type Caller } from './load.ts';
import { readMainThreadTime, readProcessorTime } from './processor-time.ts';
import { makeReads, writeHeaders } from './rivals.ts';
import { password } from './small-world.ts';
import { openSockets } from './sockets.ts';

const connections = 16;

/** What the processor does, by the file or the native function that is running. The first that matches counts. */
const steps: [name: string, matches: RegExp][] = [
  ['network', /^(?:write|writev|shutdown|writeLatin1String|writeUtf8String|writeBuffer|readStart) /],
  ['JSON', /^(?:stringify|parse) $/],
  ['garbage', /^\(garbage collector\)/],
  ['driver', /node_modules\/pg|server\/src\/db\/(?:reads|parse-time|hot|load)\.ts/],
  ['SQL', /node_modules\/kysely|server\/src\/db\//],
  ['contract', /node_modules\/zod|contract\/src/],
  ['session', /node_modules\/jose|http\/session|internal\/crypto/],
  ['log', /node_modules\/(?:pino|sonic-boom|thread-stream)/],
  ['handlers', /server\/src\/features/],
  ['React', /react|web\/dist/],
  ['HTTP', /fastify|light-my-request|find-my-way|server\/src\/|node:/],
];

/** Mostly Node and the system outside of JavaScript: reading requests, and waiting for the network. */
const otherwise = 'native';

interface Profile {
  nodes: { id: number; callFrame: { functionName: string; url: string }; children?: number[] }[];
  samples: number[];
  timeDeltas: number[];
}

/**
 * Shows where the processor time of each kind of request goes: what other threads take, and the main thread's steps, from
 * a profile of the server.
 */
export function measureCosts(bench: Bench): Promise<Outcome> {
  return withServer(bench, { ...webOnly, NODE_OPTIONS: '--inspect=127.0.0.1:0' }, async (caller, foyer) => {
    const inspector = await openInspector(foyer);
    const names = [...steps.map(([name]) => name), otherwise];
    const lines = [['µs', 'threads', ...names].map((word) => word.padStart(9)).join(' ')];
    for (const { name, send, atOnce, close } of await listKinds(bench, caller, foyer)) {
      await sample(send, { connections: atOnce, seconds: bench.seconds / 10 });
      await inspector.ask('Profiler.start');
      const before = { all: readProcessorTime(foyer.pid), main: readMainThreadTime(foyer.pid) };
      const { times, failures } = await sample(send, { connections: atOnce, seconds: bench.seconds / 5 });
      const all = ((readProcessorTime(foyer.pid) - before.all) / times.length) * 1e6;
      const main = ((readMainThreadTime(foyer.pid) - before.main) / times.length) * 1e6;
      const { profile } = (await inspector.ask('Profiler.stop')) as { profile: Profile };
      close?.();
      if (failures > 0) throw new Error(`${failures} requests of ${name} failed`);
      const shares = shareOut(profile);
      const parts = [all, all - main, ...names.map((step) => (shares.get(step) ?? 0) * main)];
      const figures = parts.map((part) => part.toFixed(0).padStart(9)).join(' ');
      lines.push(`${figures}  ${name}`);
    }
    inspector.close();
    return { lines, passed: true };
  });
}

interface Kind {
  name: string;
  send: () => Promise<unknown>;
  atOnce: number;
  close?: () => void;
}

async function listKinds(bench: Bench, caller: Caller, { url }: Foyer): Promise<Kind[]> {
  const [one = 1] = bench.world.freeEventIds;
  const hot = ['/api/events?limit=12', `/api/events/${one}`, '/api/events/categories', '/', `/events/${one}`];
  const reads = (await makeReads(bench, caller)).map((read) => {
    const sockets = openSockets(url, `/api${read.path}`, writeHeaders(read));
    return { name: `GET ${read.path}${read.reader ? ', signed in' : ''}`, ...sockets, atOnce: connections };
  });
  const [script = ''] = /\/assets\/libraries-[\w-]+\.js/.exec(await (await fetch(url)).text()) ?? [];
  let next = 0;
  const logIn = () => {
    const { username } = bench.world.people[next++ % bench.world.people.length] ?? { username: '' };
    return caller.call({ method: 'POST', path: '/auth/login', json: { username, password } });
  };
  return [
    ...hot.map((path) => {
      const sockets = openSockets(url, path, { 'accept-encoding': 'gzip, deflate, br' });
      return { name: `GET ${path} from memory`, ...sockets, atOnce: connections };
    }),
    {
      name: 'GET the largest script',
      ...openSockets(url, script, { 'accept-encoding': 'gzip, deflate, br' }),
      atOnce: connections,
    },
    ...reads,
    { name: 'POST /auth/login', send: logIn, atOnce: 4 },
  ];
}

/** Connects to the profiler that Node opens for the process. */
async function openInspector(foyer: Foyer) {
  const address = /ws:\/\/\S+/.exec(foyer.readLog())?.[0];
  if (!address) throw new Error('The server did not say where its inspector is');
  const socket = new WebSocket(address);
  await once(socket, 'open');
  let count = 0;
  const ask = async (method: string) => {
    count += 1;
    const id = count;
    socket.send(JSON.stringify({ id, method }));
    for (;;) {
      const [{ data }] = (await once(socket, 'message')) as [{ data: string }];
      const answer = JSON.parse(data) as { id?: number; result: unknown };
      if (answer.id === id) return answer.result;
    }
  };
  await ask('Profiler.enable');
  return { ask, close: () => socket.close() };
}

/** The share of each step in the time that was not idle. Native functions count to the step that called them. */
function shareOut({ nodes, samples, timeDeltas }: Profile): Map<string, number> {
  const stepOf = new Map<number, string>();
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])));
  for (const { id, callFrame } of nodes) {
    const place = `${callFrame.functionName} ${callFrame.url}`;
    const own = steps.find(([, matches]) => matches.test(place))?.[0];
    stepOf.set(id, own ?? stepOf.get(parents.get(id) ?? -1) ?? otherwise);
  }
  const idle = new Set(
    nodes.filter(({ callFrame }) => callFrame.functionName === '(idle)').map(({ id }) => id),
  );
  const sums = new Map<string, number>();
  let total = 0;
  for (const [index, id] of samples.entries()) {
    const time = timeDeltas[index] ?? 0;
    if (idle.has(id)) continue;
    const step = stepOf.get(id) ?? otherwise;
    sums.set(step, (sums.get(step) ?? 0) + time);
    total += time;
  }
  return new Map([...sums].map(([step, time]) => [step, time / total]));
}
