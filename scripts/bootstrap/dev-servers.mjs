// Runs the two servers for development: the API and the web. dev.mjs starts this script in a new process, because Node
// reads the settings of `.env` only when a process starts.
import { runToTheEnd } from './run.mjs';
import { quiet } from './server-command.mjs';

const port = Number(process.env.PORT ?? 3000);
const address = `http://localhost:${port}`;
const api = `http://127.0.0.1:${port + 1}`;

process.exitCode = await runToTheEnd([
  {
    program: process.execPath,
    args: [quiet, '--watch', '--watch-preserve-output', 'server/src/main.ts'],
    env: { PORT: String(port + 1), PUBLIC_URL: process.env.PUBLIC_URL ?? address },
  },
  {
    program: process.execPath,
    args: ['web/dev-server.mjs'],
    env: { PORT: String(port), FOYER_API_URL: api },
  },
]);
