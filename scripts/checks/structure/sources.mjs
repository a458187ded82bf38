import { readFileSync, readdirSync } from 'node:fs';
import { join, posix } from 'node:path';
import { parseSync } from 'oxc-parser';

const roots = ['contract', 'server', 'payment-sandbox', 'demo', 'web', 'e2e', 'scripts', 'bench'];
const skipped = new Set(['node_modules', 'dist', 'data', 'public']);

/**
 * @typedef {object} Import
 * @property {string} target the imported file below the root, or the name of a package
 * @property {boolean} isType whether only types are imported, so that the import disappears at run time
 * @property {boolean} isCall whether it is an `import()`, which loads the file only when the line runs
 * @property {number} line
 *
 * @typedef {object} Source
 * @property {string} path below the root, with /
 * @property {string} code the text of the file, with spaces instead of comments
 * @property {number} lines
 * @property {Import[]} imports
 *
 * @typedef {{ path: string, line?: number, message: string }} Fault
 */

/**
 * Reads all files in the folders `roots`, and finds the imports of each script.
 * @param {string} root
 * @returns {Source[]}
 */
export function readSources(root) {
  return roots.flatMap((folder) => listFiles(root, folder)).map((path) => readSource(root, path));
}

/** @param {string} root @param {string} folder @returns {string[]} */
function listFiles(root, folder) {
  /** @type {import('node:fs').Dirent[]} */
  let entries = [];
  try {
    entries = readdirSync(join(root, folder), { withFileTypes: true });
  } catch {
    return [];
  }
  return entries.flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return skipped.has(entry.name) ? [] : listFiles(root, path);
    return entry.isFile() ? [path] : [];
  });
}

/** @param {string} root @param {string} path @returns {Source} */
function readSource(root, path) {
  if (!/\.(ts|tsx|mjs|js)$/.test(path)) return { path, code: '', lines: 0, imports: [] };
  const text = readFileSync(join(root, path), 'utf8');
  const { module, comments } = parseSync(path, text);
  let code = text;
  for (const { start, end } of comments) {
    code = code.slice(0, start) + code.slice(start, end).replaceAll(/[^\n]/g, ' ') + code.slice(end);
  }
  const statements = [
    ...module.staticImports.map(({ start, moduleRequest }) => ({ start, name: moduleRequest.value })),
    ...module.staticExports.flatMap(({ start, entries }) => {
      const name = entries[0]?.moduleRequest?.value;
      return name === undefined ? [] : [{ start, name }];
    }),
  ].map(({ start, name }) => ({
    start,
    name,
    isType: /^(import|export)\s+type\b/.test(code.slice(start)),
    isCall: false,
  }));
  const atRunTime = new Set(module.dynamicImports.map(({ start }) => start));
  const calls = [...code.matchAll(/\bimport\(\s*['"]([^'"]+)['"]/g)].map((match) => ({
    start: match.index,
    name: match[1] ?? '',
    isType: !atRunTime.has(match.index),
    isCall: atRunTime.has(match.index),
  }));
  const imports = [...statements, ...calls].map(({ start, name, isType, isCall }) => ({
    target: resolveImport(path, name),
    isType,
    isCall,
    line: lineOf(code, start),
  }));
  return { path, code, lines: text.split('\n').length - 1, imports };
}

/** @param {string} from @param {string} name */
function resolveImport(from, name) {
  if (name.startsWith('.')) return posix.join(posix.dirname(from), name);
  const workspace = /^@foyer\/(contract|demo|payment-sandbox|server|web)(?:\/(.+))?$/.exec(name);
  if (workspace) return `${workspace[1]}/src/${workspace[2] ?? 'index.ts'}`;
  if (name.startsWith('node:')) return name;
  return name.split('/', name.startsWith('@') ? 2 : 1).join('/');
}

/** @param {string} text @param {number} offset */
export function lineOf(text, offset) {
  return text.slice(0, offset).split('\n').length;
}
