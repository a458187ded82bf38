// A separate script, so that dev.mjs can start it with the settings of .env in its environment.
import { runToTheEnd } from './run.mjs';

const port = Number(process.env.PORT ?? 3000);
const address = `http://localhost:${port}`;
const api = `http://127.0.0.1:${port + 1}`;

process.exitCode = await runToTheEnd([
  {
    program: process.execPath,
    args: ['--watch', '--watch-preserve-output', 'server/src/main.ts'],
    env: { PORT: String(port + 1), PUBLIC_URL: process.env.PUBLIC_URL ?? address },
  },
  {
    program: process.execPath,
    args: ['web/dev-server.mjs'],
    env: { PORT: String(port), FOYER_API_URL: api },
  },
]);
