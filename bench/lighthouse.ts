import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { findChromium } from '../e2e/browser.ts';

const folder = join(import.meta.dirname, 'lighthouse');
const cli = join(folder, 'node_modules', 'lighthouse', 'cli', 'index.js');

/** The parts of a Lighthouse report that the benchmark reads. */
export interface Report {
  categories: Record<string, { score: number | null; auditRefs: { id: string }[] }>;
  audits: Record<string, { title: string; score: number | null; numericValue?: number }>;
}

/** Lighthouse takes 180 MB, so it has a package.json of its own and is installed when it is first needed. */
export function installLighthouse(): void {
  if (existsSync(cli)) return;
  console.log('Installing Lighthouse (first time)…');
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: folder,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status !== 0)
    throw new Error('Lighthouse could not be installed. Check that npm reaches its registry.');
}

/**
 * Measures a page as Lighthouse does by default: a phone with a four times slower processor, on slow 4G.
 * @param skipped audits that do not apply to the page
 */
export async function runLighthouse(url: string, skipped: readonly string[]): Promise<Report> {
  const { executablePath, env } = await findChromium();
  const child = spawn(
    process.execPath,
    [
      cli,
      url,
      '--output=json',
      '--quiet',
      '--no-enable-error-reporting',
      '--only-categories=performance,accessibility,best-practices,seo',
      '--chrome-flags=--headless=shell --no-sandbox --disable-gpu',
      ...(skipped.length > 0 ? [`--skip-audits=${skipped.join(',')}`] : []),
    ],
    { env: { ...env, CHROME_PATH: executablePath }, stdio: ['ignore', 'pipe', 'pipe'], timeout: 180_000 },
  );
  const [report, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  if (child.exitCode !== 0) throw new Error(`Lighthouse failed on ${url}:\n${errors}`);
  return JSON.parse(report) as Report;
}
