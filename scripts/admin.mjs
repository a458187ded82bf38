import { runServerFile } from './bootstrap/server-file.mjs';

await runServerFile('server/src/admin-command.ts');
