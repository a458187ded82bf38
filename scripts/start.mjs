import { join } from 'node:path';
import { buildWebIfStale } from './build-web.mjs';
import { envFile, runToTheEnd } from './run.mjs';
import { root, setUp } from './setup.mjs';

const node = await setUp();
await buildWebIfStale();
process.exitCode = await runToTheEnd([
  {
    program: node,
    args: [...envFile(), 'server/src/main.ts'],
    // Later starts need not read and compile every module anew.
    env: { NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled') },
  },
]);
