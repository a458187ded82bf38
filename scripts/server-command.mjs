import { join } from 'node:path';
import { root } from './setup.mjs';

/** @import { Command } from './run.mjs' */

/**
 * How the server is run, for people as for tests and benchmarks. Left to themselves V8 keeps 16 MB halves for new
 * objects and the C library a heap for each thread: with less of both the process takes about half the memory.
 * @param {string} node
 * @param {string[]} [nodeOptions]
 * @returns {Required<Command>}
 */
export function serverCommand(node, nodeOptions = []) {
  return {
    program: node,
    args: [...nodeOptions, '--max-semi-space-size=4', 'server/src/main.ts'],
    env: {
      MALLOC_ARENA_MAX: '2',
      // Later starts need not read and compile every module anew.
      NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled'),
    },
  };
}
