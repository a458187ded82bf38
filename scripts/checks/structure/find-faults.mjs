import { findFileFaults } from './file-rules.mjs';
import { findImportFaults } from './import-rules.mjs';
import { readSources } from './sources.mjs';
import { findTableFaults } from './table-rules.mjs';
import { findTextFaults } from './text-rules.mjs';

/**
 * What in the tree below `root` breaks the promises of ARCHITECTURE.md; empty when nothing does.
 * @param {string} root
 */
export function findStructureFaults(root) {
  const sources = readSources(root);
  return [
    ...findFileFaults(sources),
    ...findImportFaults(sources),
    ...findTableFaults(sources),
    ...findTextFaults(sources),
  ];
}
