import { envFileOption, runToTheEnd } from './bootstrap/run.mjs';
import { setUp } from './bootstrap/setup.mjs';

const node = await setUp();
process.exitCode = await runToTheEnd([
  { program: node, args: [...envFileOption(), 'scripts/bootstrap/dev-servers.mjs'] },
]);
