import { buildWebIfStale } from './build-web.mjs';
import { envFile, runToTheEnd } from './run.mjs';
import { setUp } from './setup.mjs';

const node = await setUp();
await buildWebIfStale();
process.exitCode = await runToTheEnd([{ program: node, args: [...envFile(), 'server/src/main.ts'] }]);
