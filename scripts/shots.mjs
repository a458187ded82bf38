import { join } from 'node:path';
import { buildWebIfStale } from './bootstrap/build-web.mjs';
import { runToTheEnd } from './bootstrap/run.mjs';
import { setUp } from './bootstrap/setup.mjs';

const program = await setUp();
await buildWebIfStale();
const args = [join('scripts', 'shots', 'take-pictures.mjs'), ...process.argv.slice(2)];
process.exitCode = await runToTheEnd([{ program, args }]);
