import { join } from 'node:path';
import { root } from './setup.mjs';

/** @import { Command } from './run.mjs' */

/**
 * How the server is run, for people as for tests and benchmarks.
 * @param {string} node
 * @param {string[]} [nodeOptions]
 * @returns {Required<Command>}
 */
export function serverCommand(node, nodeOptions = []) {
  return {
    program: node,
    args: [...nodeOptions, 'server/src/main.ts'],
    // Later starts need not read and compile every module anew.
    env: { NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled') },
  };
}
