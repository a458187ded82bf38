import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { giveUp } from './give-up.mjs';
import { withLock } from './lock.mjs';
import { root, runNpm } from './setup.mjs';

const sourceFolders = ['web', 'contract'];
const generatedFolders = new Set(['dist', 'node_modules']);
const stampFile = join(root, 'web', 'dist', '.built-from');

export async function buildWebIfStale() {
  if (isBuilt()) return;
  await withLock(join(root, '.setup.lock'), () => {
    if (!isBuilt()) buildWeb();
  });
}

function isBuilt() {
  return existsSync(stampFile) && readFileSync(stampFile, 'utf8') === hashSources();
}

function buildWeb() {
  console.log('Building the web…');
  const hash = hashSources();
  rmSync(stampFile, { force: true });
  const { status, stdout, stderr } = runNpm(['run', 'build', '-w', 'web'], 'pipe');
  if (status !== 0) {
    console.error(`${stdout}${stderr}`);
    giveUp('The web could not be built. The lines above name the file with the error.');
  }
  writeFileSync(stampFile, hash);
}

function hashSources() {
  const hash = createHash('sha256').update(readFileSync(join(root, 'package-lock.json')));
  for (const file of sourceFolders.flatMap((folder) => listFiles(folder))) {
    hash.update(`${file}\n`).update(readFileSync(join(root, file)));
  }
  return hash.digest('hex');
}

/**
 * @param {string} folder below the root
 * @returns {string[]}
 */
function listFiles(folder) {
  const entries = readdirSync(join(root, folder), { withFileTypes: true });
  return entries
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) return generatedFolders.has(entry.name) ? [] : listFiles(path);
      return entry.isFile() ? [path] : [];
    });
}
