import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { root } from '../bootstrap/setup.mjs';

const parts = [
  'contract',
  'server',
  'payment-sandbox',
  'demo',
  'web',
  'e2e',
  'scripts',
  'vitest.config.ts',
  'package.json',
  'tsconfig.json',
  'tsconfig.base.json',
];
const skipped = new Set(['node_modules', 'data', '.cache']);

/** Copies the files that the guarded tests need to a temporary folder, and returns that folder. */
export function copyTree() {
  const copy = mkdtempSync(join(tmpdir(), 'foyer-guards-'));
  for (const part of parts) {
    cpSync(join(root, part), join(copy, part), {
      recursive: true,
      filter: (from) => !skipped.has(basename(from)),
    });
  }
  linkPackages(root, copy);
  for (const workspace of ['server', 'web']) linkPackages(join(root, workspace), join(copy, workspace));
  return copy;
}

/**
 * Links the installed packages into the copy. Foyer's own workspaces are linked to their copies instead of the
 * originals.
 * @param {string} from
 * @param {string} to
 */
function linkPackages(from, to) {
  const modules = join(from, 'node_modules');
  // npm gives a workspace a folder of its own only if its packages differ from those of the root.
  if (!existsSync(modules)) return;
  mkdirSync(join(to, 'node_modules'));
  for (const name of readdirSync(modules).filter((entry) => !entry.startsWith('.'))) {
    if (name !== '@foyer') symlinkSync(join(modules, name), join(to, 'node_modules', name));
  }
  if (from !== root) return;
  mkdirSync(join(to, 'node_modules/@foyer'));
  for (const name of ['contract', 'demo', 'payment-sandbox', 'server', 'web']) {
    symlinkSync(
      relative(join(to, 'node_modules/@foyer'), join(to, name)),
      join(to, 'node_modules/@foyer', name),
    );
  }
}
