import { runServerFile } from './bootstrap/server-file.mjs';

await runServerFile('server/src/data-command.ts', 'check-data');
