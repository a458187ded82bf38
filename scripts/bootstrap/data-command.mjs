import { envFileOption, runToTheEnd } from './run.mjs';
import { setUp } from './setup.mjs';

/**
 * Runs one of the commands on Foyer's data, with the settings of `.env` and the arguments of this process.
 * @param {'backup' | 'restore' | 'check-data'} name
 */
export async function runDataCommand(name) {
  const program = await setUp();
  const args = [...envFileOption(), 'server/src/data-command.ts', name, ...process.argv.slice(2)];
  process.exitCode = await runToTheEnd([{ program, args }]);
}
