import { runToTheEnd } from './run.mjs';
import { setUp } from './setup.mjs';

const node = await setUp();
process.exitCode = await runToTheEnd([
  { program: node, args: ['--env-file-if-exists=.env', 'scripts/dev-servers.mjs'] },
]);
