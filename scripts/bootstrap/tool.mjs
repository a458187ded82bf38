import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './setup.mjs';

/**
 * Finds the JavaScript file of a package's command. On Windows, Node cannot run the files in `node_modules/.bin`.
 * @param {string} packageName
 * @param {string} [command] the name of the command, if it differs from the package's name
 * @returns {string}
 */
export function getToolPath(packageName, command = packageName) {
  const folder = join(root, 'node_modules', packageName);
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return join(folder, typeof bin === 'string' ? bin : bin[command]);
}
