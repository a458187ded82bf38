import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './setup.mjs';

/**
 * Finds the script of a package's command. Node can run it also on Windows, where `.bin` has no scripts for Node.
 * @param {string} packageName
 * @param {string} [command] if its name differs from the package
 * @returns {string}
 */
export function getToolPath(packageName, command = packageName) {
  const folder = join(root, 'node_modules', packageName);
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return join(folder, typeof bin === 'string' ? bin : bin[command]);
}
