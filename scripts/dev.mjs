import { envFile, runToTheEnd } from './run.mjs';
import { setUp } from './setup.mjs';

const node = await setUp();
process.exitCode = await runToTheEnd([{ program: node, args: [...envFile(), 'scripts/dev-servers.mjs'] }]);
