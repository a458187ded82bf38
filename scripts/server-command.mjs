import { join } from 'node:path';
import { root } from './setup.mjs';

/** @import { Command } from './run.mjs' */

// Under load V8 lets what is dead grow to as much as what lives, and the C library keeps a heap for each thread
// and what was freed in it. Held to this they take half the memory, for about a tenth of the seats sold.
const frugal = {
  v8: ['--max-semi-space-size=2', '--heap-growing-percent=10'],
  malloc: { MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: '262144', MALLOC_TRIM_THRESHOLD_: '262144' },
};

/**
 * How the server is run, for people as for tests and benchmarks.
 * @param {string} node
 * @param {string[]} [nodeOptions]
 * @returns {Required<Command>}
 */
export function serverCommand(node, nodeOptions = []) {
  return {
    program: node,
    args: [...nodeOptions, ...frugal.v8, 'server/src/main.ts'],
    // Later starts need not read and compile every module anew.
    env: { ...frugal.malloc, NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled') },
  };
}
