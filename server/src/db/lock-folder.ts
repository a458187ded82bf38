import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';

/** Thrown when another process holds the lock. */
export class FolderInUseError extends Error {}

/**
 * Takes the lock file at `path` for this process and returns a function that releases it. Two processes on one
 * embedded database silently lose rows, so a second one must not start. Replaces the lock of a process that has ended.
 */
export function lockFolder(path: string): () => void {
  for (let attempt = 0; attempt < 2; attempt += 1) {
    try {
      putLock(path);
      return () => rmSync(path, { force: true });
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
      const holder = Number(readFileSync(path, 'utf8'));
      if (isAlive(holder)) {
        throw new FolderInUseError(
          `Another Foyer (process ${holder}) is using this data folder. Stop it first, give this one its own ` +
            `DATA_DIR, or set DATABASE_URL so that both use one PostgreSQL server. If no other Foyer is running, delete ${path}.`,
        );
      }
      rmSync(path, { force: true });
    }
  }
  throw new FolderInUseError(`Another Foyer took ${path} at the same moment. Start Foyer again.`);
}

/**
 * Writes the process id to a temporary file, then links this file to `path`, so that the lock file is never empty.
 * Another process would take an empty lock file for the lock of a process that has ended, and replace it.
 */
function putLock(path: string): void {
  const aside = `${path}.${process.pid}`;
  writeFileSync(aside, String(process.pid));
  try {
    linkSync(aside, path);
  } finally {
    rmSync(aside, { force: true });
  }
}

/**
 * Whether the process that wrote the lock still runs. If its id is our own, it has ended: each container counts process
 * ids from 1 again, so a process of an earlier run can have had our id.
 */
function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
