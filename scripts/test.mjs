import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildWebIfStale } from './bootstrap/build-web.mjs';
import { runChecks } from './checks/checks.mjs';
import { compileCache } from './bootstrap/server-command.mjs';
import { root, setUp } from './bootstrap/setup.mjs';
import { getToolPath } from './bootstrap/tool.mjs';

/** @typedef {{ status: string, fullName: string, failureMessages: string[] }} VitestTest */
/** @typedef {{ name: string, status: string, assertionResults: VitestTest[] }} VitestFile */
/** @typedef {{ ok: boolean, file: string, line: number, title: string }} PlaywrightStory */
/** @typedef {{ specs?: PlaywrightStory[], suites?: PlaywrightSuite[] }} PlaywrightSuite */
/** @typedef {{ passed: number, failed: number, failures?: string[] }} Count */

const node = await setUp();
await buildWebIfStale();
const reports = mkdtempSync(join(tmpdir(), 'foyer-test-'));

/** @type {[string, () => Count | Promise<Count>][]} */
const stages = [
  ['Checks', () => runChecks(node)],
  ['Rules and API', runVitest],
  ['Browser stories', runPlaywright],
];
const total = { passed: 0, failed: 0 };
const allFailures = [];
for (const [title, runStage] of stages) {
  console.log(`\n=== ${title}\n`);
  const { passed, failed, failures = [] } = await runStage();
  allFailures.push(...failures);
  // A stage in which no test ran counts as failed.
  const faults = passed + failed === 0 ? 1 : failed;
  console.log(
    `\n${title}: ${passed} passed, ${faults} failed${passed + failed === 0 ? ' (nothing ran)' : ''}`,
  );
  total.passed += passed;
  total.failed += faults;
}
rmSync(reports, { recursive: true });
if (allFailures.length > 0)
  console.log(`\nFailed tests:\n${allFailures.map((name) => `  ${name}`).join('\n')}`);
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;

function runVitest() {
  const report = join(reports, 'vitest.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const ended = run([getToolPath('vitest'), 'run', ...reporters]);
  const { numPassedTests = 0, numFailedTests = 0, testResults = [] } = readReport(report);
  const brokenFiles = testResults.filter(
    (/** @type {VitestFile} */ file) => file.status === 'failed' && file.assertionResults.length === 0,
  );
  return {
    ...countWith(ended, numPassedTests, numFailedTests + brokenFiles.length),
    failures: [
      ...brokenFiles.map((/** @type {VitestFile} */ { name }) => name),
      ...testResults.flatMap(listFailedTests),
    ],
  };
}

/** @param {VitestFile} file */
function listFailedTests({ name, assertionResults }) {
  return assertionResults
    .filter(({ status }) => status === 'failed')
    .map(
      ({ fullName, failureMessages }) =>
        `${name}: ${fullName}\n    ${failureMessages.join('\n').split('\n', 1)[0]}`,
    );
}

function runPlaywright() {
  const report = join(reports, 'playwright.json');
  const args = ['test', '--config=e2e/playwright.config.ts', '--reporter=list,json'];
  const ended = run([getToolPath('@playwright/test', 'playwright'), ...args], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
  });
  const { stats: { expected = 0, unexpected = 0, flaky = 0 } = {}, suites = [] } = readReport(report);
  return { ...countWith(ended, expected, unexpected + flaky), failures: suites.flatMap(listFailedStories) };
}

/** @param {PlaywrightSuite} suite @returns {string[]} */
function listFailedStories({ specs = [], suites = [] }) {
  const failed = specs
    .filter(({ ok }) => !ok)
    .map(({ file, line, title }) => `e2e/${file}:${line}: ${title}`);
  return [...failed, ...suites.flatMap(listFailedStories)];
}

/** @param {string[]} args @param {Record<string, string>} [env] @returns {number} the exit code */
function run(args, env) {
  const { status } = spawnSync(node, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...compileCache, ...env },
  });
  return status ?? 1;
}

// A test run can fail without a failed test, for example by an error in a setup file. Count such a run as one failure.
/** @param {number} exitCode @param {number} passed @param {number} failed @returns {Count} */
function countWith(exitCode, passed, failed) {
  return { passed, failed: exitCode === 0 ? failed : Math.max(1, failed) };
}

/** @param {string} file */
function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return {};
  }
}
