import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './setup.mjs';

/**
 * The script behind a command that a package brings; given to Node it also runs where `.bin` holds no scripts.
 * @param {string} packageName
 * @param {string} [command] when it is not called as its package is
 * @returns {string}
 */
export function findTool(packageName, command = packageName) {
  const folder = join(root, 'node_modules', packageName);
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return join(folder, typeof bin === 'string' ? bin : bin[command]);
}
