import { findStructureFaults } from './structure/find-faults.mjs';
import { root } from '../bootstrap/setup.mjs';

const faults = findStructureFaults(root);
for (const { path, line, message } of faults) console.error(`${path}${line ? `:${line}` : ''}\n  ${message}`);
process.exitCode = faults.length === 0 ? 0 : 1;
