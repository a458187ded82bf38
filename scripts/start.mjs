import { buildWebIfStale } from './build-web.mjs';
import { runToTheEnd } from './run.mjs';
import { setUp } from './setup.mjs';

const node = await setUp();
await buildWebIfStale();
process.exitCode = await runToTheEnd([
  { program: node, args: ['--env-file-if-exists=.env', 'server/src/main.ts'] },
]);
