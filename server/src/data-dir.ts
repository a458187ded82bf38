import { chmodSync, lstatSync, readdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { OperatorError } from './operator-error.ts';

/** Foyer keeps these files and folders in DATA_DIR, and leaves all others alone, because somebody else may use them. */
const kept = ['pg', 'lock.sqlite', 'outbox', 'uploads', 'session-secret'];

const forOthers = 0o077;
const sticky = 0o1000;

/**
 * Lets only the owner of this process read the files that this process writes from now on, and the files that earlier
 * runs wrote to DATA_DIR. A missing folder is created later.
 */
export function keepDataPrivate(dataDir: string): void {
  process.umask(forOthers);
  // Windows does not have these access rights.
  if (process.platform === 'win32') return;
  try {
    const folder = realpathSync(dataDir);
    const { mode } = lstatSync(folder);
    if (mode & sticky) throw new OperatorError(describeShared(dataDir));
    if (mode & forOthers) chmodSync(folder, mode & 0o700);
    for (const name of kept) takeRightsAway(join(folder, name));
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    if (!isMissing(error)) throw new OperatorError(describeFixed(dataDir, error));
  }
}

/** Does not follow symbolic links, because their targets may belong to somebody else. */
function takeRightsAway(path: string): void {
  try {
    const stats = lstatSync(path);
    if (stats.isSymbolicLink()) return;
    if (stats.mode & forOthers) chmodSync(path, stats.mode & 0o700);
    if (!stats.isDirectory()) return;
    for (const name of readdirSync(path)) takeRightsAway(join(path, name));
  } catch (error) {
    // The file was listed a moment ago, but another process may have deleted the file since then.
    if (!isMissing(error)) throw error;
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

function describeShared(dataDir: string): string {
  return `DATA_DIR ${dataDir} is shared by all users of this computer: set it to a folder for Foyer alone, such as ${join(dataDir, 'foyer')}.`;
}

function describeFixed(dataDir: string, error: unknown): string {
  return `DATA_DIR ${dataDir} must be readable by Foyer alone, but its rights cannot be changed (${String(error)}): make the user that runs Foyer its owner, or set DATA_DIR to a folder that Foyer can create.`;
}
