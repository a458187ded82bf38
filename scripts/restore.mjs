import { runDataCommand } from './bootstrap/data-command.mjs';

await runDataCommand('restore');
