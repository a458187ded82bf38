import { envFileOption, runToTheEnd } from './run.mjs';
import { compileCache, quiet } from './server-command.mjs';
import { setUp } from './setup.mjs';

/**
 * Runs a command of the server with the settings of `.env`. Passes `args`, and then the arguments of this process.
 * @param {string} file such as server/src/admin-command.ts
 * @param {string[]} args
 */
export async function runServerFile(file, ...args) {
  const program = await setUp();
  const all = [quiet, ...envFileOption(), file, ...args, ...process.argv.slice(2)];
  process.exitCode = await runToTheEnd([{ program, args: all, env: compileCache }]);
}
