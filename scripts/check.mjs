import { setUp } from './bootstrap/setup.mjs';
import { runChecks } from './checks/checks.mjs';

const { passed, failed } = await runChecks(await setUp());
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
