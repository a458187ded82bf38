import { once } from 'node:events';
import { createServer } from 'node:net';
import { threadId } from 'node:worker_threads';

// Operating systems give ports from 32768 up to connections and to servers that take any port. The ports below are not
// taken by others before the caller uses them. Each process searches its own hundred, so that two processes find
// different ports.
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
