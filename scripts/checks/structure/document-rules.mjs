import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { lineOf } from './sources.mjs';

/** @import { Fault } from './sources.mjs' */

const pages = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md'];

/** Matches a path of this repository in backticks. Paths with a placeholder, such as `<name>` or `*`, do not match. */
const pathPattern =
  /`((?:contract|server|web|demo|payment-sandbox|e2e|scripts|bench|docs)\/[^`\s<>*…{}]*)`(?: · ([^;|\n]+?)(?=\s*(?:;|\||, `|$)))?/gm;

/** The feature that CONTRIBUTING.md uses as an example. Its files do not exist. */
const exampleFeature = 'waiting-list';

/**
 * Checks that documents name only existing files. A quoted test title after a file, as in `docs/spec-coverage.md`,
 * must be the beginning of a title in that file.
 * @param {string} root
 * @returns {Fault[]}
 */
export function findDocumentFaults(root) {
  return listDocuments(root).flatMap((path) => {
    const text = readFileSync(join(root, path), 'utf8');
    return [...text.matchAll(pathPattern)].flatMap(({ index, 1: named = '', 2: titles = '' }) => {
      const message = judgePath(root, named, splitTitles(titles));
      return message ? [{ path, line: lineOf(text, index), message }] : [];
    });
  });
}

/** @param {string} root @returns {string[]} */
function listDocuments(root) {
  const folder = join(root, 'docs');
  const docs = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : [];
  const paths = docs
    .filter((path) => path.endsWith('.md'))
    .map((path) => `docs/${path.replaceAll('\\', '/')}`);
  return [...pages.filter((path) => existsSync(join(root, path))), ...paths];
}

/** @param {string} titles such as `the theme (two widths), · the header` @returns {string[]} */
function splitTitles(titles) {
  return titles.split(/,\s*·\s*/).flatMap((title) => title.replace(/ \([^)]*\)$/, '') || []);
}

/** @param {string} root @param {string} named @param {string[]} titles @returns {string | null} */
function judgePath(root, named, titles) {
  if (named.includes(exampleFeature)) return null;
  if (!existsSync(join(root, named))) {
    return `There is no ${named}, so a reader would search for it in vain: write its new path, or rewrite the sentence.`;
  }
  if (titles.length === 0 || !/\.(spec|test)\.tsx?$/.test(named)) return null;
  const code = readFileSync(join(root, named), 'utf8');
  const missing = titles.find((title) => !["'", '"', '`'].some((quote) => code.includes(quote + title)));
  if (missing === undefined) return null;
  return `No test in ${named} has a title that starts with "${missing}": write the first words of the title of the test that shows this.`;
}
