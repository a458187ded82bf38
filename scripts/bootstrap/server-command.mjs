import { join } from 'node:path';
import { root } from './setup.mjs';

/** @import { Command } from './run.mjs' */

// On Linux, the C library keeps free memory for each thread and rarely returns it to the system. These settings make
// the library return more, which saves about 40 MB under full load.
const malloc = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '262144',
  MALLOC_TRIM_THRESHOLD_: '262144',
};

/** Node keeps compiled modules in this folder, so that later starts are faster. */
export const compileCache = { NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled') };

/**
 * The first versions of Node 24 print a warning when Foyer locks its data folder with node:sqlite. This option hides
 * the warning.
 */
export const quiet = '--disable-warning=ExperimentalWarning';

/**
 * Returns the command that runs the server, for `npm start`, tests and benchmarks.
 * @param {string} node
 * @param {string[]} [nodeOptions]
 * @returns {Required<Command>}
 */
export function serverCommand(node, nodeOptions = []) {
  return {
    program: node,
    args: [quiet, ...nodeOptions, 'server/src/main.ts'],
    env: { ...malloc, ...compileCache },
  };
}
