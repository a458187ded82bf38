import { spawn } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { getToolPath } from '../bootstrap/tool.mjs';

/** @import { Guard } from './list.mjs' */

/**
 * @typedef {{ title: string, fullName: string, status: string }} Assertion
 * @typedef {{ name: string, assertionResults: Assertion[] }} TestFile
 */

/**
 * Removes a guard from the copied code, runs the test that must then fail, and puts the guard back.
 * @param {string} node
 * @param {string} copy
 * @param {Guard} guard
 * @returns {Promise<string | null>} what is wrong, or null when the test failed as expected
 */
export async function judgeGuard(node, copy, guard) {
  const file = join(copy, guard.file);
  const text = readFileSync(file, 'utf8');
  const found = text.split(guard.find).length - 1;
  if (found !== 1)
    return `cannot be removed: \`find\` must occur once in ${guard.file}, but occurs ${found} times; write the present code into the list`;
  writeFileSync(
    file,
    text.replace(guard.find, () => guard.replace),
  );
  try {
    const results = await runTests(node, copy, [guard.test], guard.title);
    const named = results.filter(
      ({ fullName, status }) => fullName.includes(guard.title) && status !== 'skipped',
    );
    if (named.length === 0)
      return `${guard.test} has no test with this title, or did not run: ${guard.title}`;
    return named.some(({ status }) => status === 'failed')
      ? null
      : 'NOT CAUGHT: the test passes without the guard, so it proves nothing; make it fail';
  } finally {
    writeFileSync(file, text);
  }
}

/**
 * Lists the tests that fail even with all guards in place, because the failure of such a test would prove nothing
 * about a guard.
 * @param {string} node
 * @param {string} copy
 * @param {readonly Guard[]} guards
 * @returns {Promise<string[]>}
 */
export async function listFailingWithGuards(node, copy, guards) {
  const files = [...new Set(guards.map(({ test }) => test))];
  const titles = [...new Set(guards.map(({ title }) => title))];
  const results = await runTests(node, copy, files, titles.map(escape).join('|'), true);
  return titles.flatMap((title) => {
    const named = results.filter(({ fullName, status }) => fullName.includes(title) && status !== 'skipped');
    return named.length > 0 && named.every(({ status }) => status === 'passed') ? [] : [title];
  });
}

/** @param {string} text */
function escape(text) {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/**
 * @param {string} node
 * @param {string} copy
 * @param {string[]} files
 * @param {string} pattern the titles of the tests to run
 * @returns {Promise<Assertion[]>}
 */
async function runTests(node, copy, files, pattern, isPattern = false) {
  const report = join(copy, 'report.json');
  rmSync(report, { force: true });
  const args = [
    getToolPath('vitest'),
    'run',
    ...files,
    '--testNamePattern',
    isPattern ? pattern : escape(pattern),
    '--reporter=json',
    `--outputFile=${report}`,
  ];
  await new Promise((resolve) => {
    spawn(node, args, { cwd: copy, stdio: 'ignore' }).once('close', resolve);
  });
  try {
    /** @type {{ testResults: TestFile[] }} */
    const { testResults } = JSON.parse(readFileSync(report, 'utf8'));
    return testResults.flatMap(({ assertionResults }) => assertionResults);
  } catch {
    return [];
  }
}
