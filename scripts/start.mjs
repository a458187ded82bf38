import { buildWebIfStale } from './build-web.mjs';
import { envFile, runToTheEnd } from './run.mjs';
import { serverCommand } from './server-command.mjs';
import { setUp } from './setup.mjs';

const node = await setUp();
await buildWebIfStale();
process.exitCode = await runToTheEnd([serverCommand(node, envFile())]);
