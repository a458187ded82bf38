import { once } from 'node:events';
import { createServer } from 'node:net';
import { threadId } from 'node:worker_threads';

// Operating systems choose ports from 32768 up, so nobody else takes a port below before the caller uses it. Each
// process searches its own hundred ports.
const lowest = 11_000;
const perProcess = 100;
const processes = 210;
const start = lowest + ((process.pid + threadId) % processes) * perProcess;
let searched = 0;

export async function findFreePort(): Promise<number> {
  for (let tries = 0; tries < perProcess; tries += 1) {
    const port = start + (searched % perProcess);
    searched += 1;
    if (await isFree(port)) return port;
  }
  throw new Error(`All ports from ${start} to ${start + perProcess - 1} are taken.`);
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}
