import { buildWebIfStale } from './bootstrap/build-web.mjs';
import { runToTheEnd } from './bootstrap/run.mjs';
import { setUp } from './bootstrap/setup.mjs';

const program = await setUp();
await buildWebIfStale();
process.exitCode = await runToTheEnd([{ program, args: ['server/test/operations/rehearse.ts'] }]);
