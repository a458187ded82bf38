import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { root } from '../bootstrap/setup.mjs';
import { getToolPath } from '../bootstrap/tool.mjs';

function listSteps() {
  const tsc = getToolPath('typescript', 'tsc');
  const cacheFolder = join('node_modules', '.cache', 'tsc');
  return [
    {
      name: 'types',
      commands: Object.entries({ contract: 'contract', web: 'web', root: '.' }).map(([name, project]) => [
        tsc,
        '--project',
        project,
        '--incremental',
        '--tsBuildInfoFile',
        join(cacheFolder, `${name}.json`),
      ]),
    },
    { name: 'lint', commands: [[getToolPath('oxlint')]] },
    { name: 'dead code', commands: [[getToolPath('knip')]] },
    { name: 'structure', commands: [[join('scripts', 'checks', 'check-structure.mjs')]] },
    { name: 'format', commands: [[getToolPath('oxfmt'), '--check']] },
  ];
}

/**
 * Runs all checks, a few at the same time. Prints one line for each check, and the output of each failed check.
 * @param {string} node
 * @returns {Promise<{ passed: number, failed: number }>}
 */
export async function runChecks(node) {
  const waiting = listSteps();
  const result = { passed: 0, failed: 0 };
  const work = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      const started = performance.now();
      const outputs = await Promise.all(step.commands.map((command) => findFault(node, command)));
      const faults = outputs.filter((output) => output !== null);
      result[faults.length > 0 ? 'failed' : 'passed'] += 1;
      report(step.name, performance.now() - started, faults);
    }
  };
  await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, work));
  return result;
}

/** @param {string} name @param {number} milliseconds @param {string[]} faults */
function report(name, milliseconds, faults) {
  const verdict = faults.length > 0 ? 'FAILED' : 'passed';
  console.log(`${verdict}  ${name.padEnd(10)} ${(milliseconds / 1000).toFixed(1)} s`);
  for (const fault of faults) console.log(`\n${fault.trimEnd()}\n`);
}

/**
 * @param {string} node
 * @param {string[]} command
 * @returns {Promise<string | null>} the output of the command if it failed, else null
 */
function findFault(node, command) {
  return new Promise((resolve) => {
    const child = spawn(node, command, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code) => resolve(code === 0 ? null : output || `It ended with code ${code}.`));
  });
}
