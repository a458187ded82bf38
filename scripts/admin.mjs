import { envFileOption, runToTheEnd } from './bootstrap/run.mjs';
import { setUp } from './bootstrap/setup.mjs';

const program = await setUp();
const args = [...envFileOption(), 'server/src/admin-command.ts', ...process.argv.slice(2)];
process.exitCode = await runToTheEnd([{ program, args }]);
