import { availableParallelism } from 'node:os';
import { Piscina } from 'piscina';

/** Drawing a page keeps a core busy for 30 ms or more. With several cores, one is left for the main thread. */
const maxThreads = Math.max(1, Math.min(2, availableParallelism() - 1));

let threads: Piscina<unknown, Uint8Array> | undefined;

/**
 * Draws a PDF in a worker thread, so that other requests do not wait. `name` is a function of the module `file`. The
 * threads keep their fonts, and end when they have had nothing to draw for a while.
 */
export async function drawInThread<Draw extends (input: never) => Promise<Uint8Array>>(
  file: URL,
  name: string,
  input: Parameters<Draw>[0],
): Promise<Buffer> {
  threads ??= new Piscina({
    minThreads: 0,
    maxThreads,
    idleTimeout: 60_000,
    // With too few cores, the operating system prefers other threads.
    niceIncrement: 10,
    resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 8 },
  });
  return Buffer.from(await threads.run(input, { filename: file.href, name }));
}
