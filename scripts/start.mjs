import { buildWebIfStale } from './bootstrap/build-web.mjs';
import { envFileOption, runToTheEnd } from './bootstrap/run.mjs';
import { serverCommand } from './bootstrap/server-command.mjs';
import { setUp } from './bootstrap/setup.mjs';

const node = await setUp();
await buildWebIfStale();
process.exitCode = await runToTheEnd([serverCommand(node, envFileOption())]);
