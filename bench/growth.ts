import { createDatabase } from '../server/test/database/create-database.ts';
import { startServer, webOnly, type Bench, type Outcome } from './api-parts.ts';
import { sample, summarize } from './load.ts';
import { readProcessorTime } from './processor-time.ts';
import { makeSmallWorld } from './small-world.ts';
import { openSockets } from './sockets.ts';

const eventCounts = [1_000, 10_000, 100_000];
const connectionCounts = [1, 16, 64, 256];
const usualConnections = 16;

const reads: { name: string; headers: Record<string, string> }[] = [
  { name: 'from memory', headers: { 'accept-encoding': 'br' } },
  { name: 'from the database', headers: { 'cache-control': 'no-cache' } },
];

/** Measures how the cost of reading a list and an event grows with events, connections and processes. */
export async function measureGrowth({ adminUrl, seconds }: Bench): Promise<Outcome> {
  const lines: string[] = [];
  let failures = 0;
  for (const events of eventCounts) {
    const database = await createDatabase(adminUrl);
    const world = await makeSmallWorld(database.url, { events });
    const servers = [await startServer(database.url, webOnly), await startServer(database.url, webOnly)];
    const paths = ['/api/events?limit=12', `/api/events/${world.freeEventIds[0]}`];
    const measure = async (path: string, connections: number, processes: number) => {
      for (const { name, headers } of reads) {
        const used = servers.slice(0, processes);
        const load = await putLoad(used, { path, headers, connections, seconds: seconds / 4 });
        failures += load.failures;
        lines.push(
          `${String(events).padStart(6)} events, ${String(connections).padStart(3)} connections, ${processes} process${processes > 1 ? 'es' : ''}: GET ${path.padEnd(22)} ${name.padEnd(17)} ${load.words}`,
        );
      }
    };
    for (const path of paths) await measure(path, usualConnections, 1);
    if (events === eventCounts[0]) {
      for (const connections of connectionCounts) await measure(paths[0] ?? '', connections, 1);
      await measure(paths[0] ?? '', usualConnections, 2);
    }
    for (const server of servers) await server.stop();
    await database.drop();
  }
  return { lines, passed: failures === 0 };
}

interface Server {
  url: string;
  pid: number;
}

async function putLoad(
  servers: Server[],
  options: { path: string; headers: Record<string, string>; connections: number; seconds: number },
) {
  const { path, headers, connections, seconds } = options;
  const sockets = servers.map(({ url }) => openSockets(url, path, headers));
  const run = (duration: number) =>
    Promise.all(
      sockets.map(({ send }) =>
        sample(send, { connections: Math.ceil(connections / servers.length), seconds: duration }),
      ),
    );
  // Warm up.
  await run(seconds / 2);
  const busy = () => servers.reduce((sum, { pid }) => sum + readProcessorTime(pid), 0);
  const before = busy();
  const samples = await run(seconds);
  const used = busy() - before;
  for (const one of sockets) one.close();
  const { p50, p99, failures } = summarize(samples);
  const requests = samples.reduce((sum, { times }) => sum + times.length, 0);
  const micros = (used / requests) * 1e6;
  const words = `${(requests / seconds).toFixed(0).padStart(6)}/s, ${micros.toFixed(0).padStart(4)} µs, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`;
  return { failures, words };
}
