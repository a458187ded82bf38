import { envFileOption, runToTheEnd } from './run.mjs';
import { quiet } from './server-command.mjs';
import { setUp } from './setup.mjs';

/**
 * Runs a command of the server with the settings of `.env`. The arguments of this process follow `args`.
 * @param {string} file such as server/src/admin-command.ts
 * @param {string[]} args
 */
export async function runServerFile(file, ...args) {
  const program = await setUp();
  const all = [quiet, ...envFileOption(), file, ...args, ...process.argv.slice(2)];
  process.exitCode = await runToTheEnd([{ program, args: all }]);
}
