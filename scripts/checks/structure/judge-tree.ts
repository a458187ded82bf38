import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { findStructureFaults } from './find-faults.mjs';

/** Writes the files to a temporary folder and lists the faults that the structure check finds in them. */
export function judge(files: Record<string, string>) {
  const root = mkdtempSync(join(tmpdir(), 'foyer-structure-'));
  try {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    return findStructureFaults(root).map(({ path, line, message }) => `${path}:${line ?? ''} ${message}`);
  } finally {
    rmSync(root, { recursive: true });
  }
}
