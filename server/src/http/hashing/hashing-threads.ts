import { availableParallelism } from 'node:os';
import { Piscina } from 'piscina';
import type { compareHash, makeHash } from './hash-password.ts';

/** Leaves one core to the main thread if there are several. Each hash keeps a core busy for about 12 ms. */
export const hashingThreads = Math.max(1, availableParallelism() - 1);

let threads: Piscina | undefined;

function run(name: string, input: object): Promise<unknown> {
  threads ??= new Piscina({
    filename: new URL('hash-password.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads: hashingThreads,
    idleTimeout: 60_000,
    // With too few cores, the operating system prefers the main thread and the database.
    niceIncrement: 5,
    resourceLimits: { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 2 },
  });
  return threads.run(input, { name });
}

/** Hashes passwords in threads of low priority. Threads of Node's own pool would have the priority of the main thread. */
export const inThreads = {
  hash: (password: string, cost: Parameters<typeof makeHash>[0]['cost']) =>
    run('makeHash', { password, cost }) as Promise<ReturnType<typeof makeHash>>,
  verify: (stored: string, password: string) =>
    run('compareHash', { stored, password }) as Promise<ReturnType<typeof compareHash>>,
};
