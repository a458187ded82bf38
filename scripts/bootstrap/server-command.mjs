import { join } from 'node:path';
import { root } from './setup.mjs';

/** @import { Command } from './run.mjs' */

/**
 * The command that runs the server, for `npm start`, tests and benchmarks.
 * @param {string} node
 * @param {string[]} [nodeOptions]
 * @returns {Required<Command>}
 */
export function serverCommand(node, nodeOptions = []) {
  return {
    program: node,
    args: [...nodeOptions, 'server/src/main.ts'],
    // Keeps compiled modules, so that later starts are faster.
    env: { NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled') },
  };
}
