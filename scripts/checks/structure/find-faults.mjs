import { findDocumentFaults } from './document-rules.mjs';
import { findFileFaults } from './file-rules.mjs';
import { findImportFaults } from './import-rules.mjs';
import { readSources } from './sources.mjs';
import { findTableFaults } from './table-rules.mjs';
import { findTextFaults } from './text-rules.mjs';

/**
 * Lists every place below `root` that breaks a rule of ARCHITECTURE.md.
 * @param {string} root
 */
export function findStructureFaults(root) {
  const sources = readSources(root);
  return [
    ...findFileFaults(sources),
    ...findImportFaults(sources),
    ...findTableFaults(sources),
    ...findTextFaults(sources),
    ...findDocumentFaults(root),
  ];
}
