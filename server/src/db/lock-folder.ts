import { readFileSync, rmSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';

/** Thrown when another process uses the folder, or the folder cannot be locked. */
export class FolderInUseError extends Error {}

const inUse =
  'Another Foyer is using this data folder. Stop it first, give this one its own DATA_DIR, or set DATABASE_URL so that ' +
  'both use one PostgreSQL server.';

/** SQLite's code for a file that another connection has locked. */
const busy = 5;

/** The locks of this process. Node would close a database, and so release its lock, when nothing refers to it. */
const held = new Set<DatabaseSync>();

/**
 * Locks the folder for this process and returns a function that releases it. Two processes on one embedded database
 * silently lose rows, so a second one must not start. SQLite locks the file in the kernel, so the lock also holds
 * between containers, whose processes cannot see each other, and ends with its process, however that ends.
 */
export async function lockFolder(folder: string): Promise<() => void> {
  await mkdir(folder, { recursive: true });
  const lock = await lockFile(join(folder, 'lock.sqlite'));
  held.add(lock);
  const unlock = () => {
    held.delete(lock);
    if (lock.isOpen) lock.close();
  };
  try {
    endOldLock(join(folder, 'pg.lock'));
  } catch (error) {
    unlock();
    throw error;
  }
  return unlock;
}

async function lockFile(path: string): Promise<DatabaseSync> {
  const { DatabaseSync } = await import('node:sqlite');
  let lock: DatabaseSync | undefined;
  try {
    lock = new DatabaseSync(path, { timeout: 0 });
    // The journal is kept in memory because nothing is ever written.
    lock.exec('pragma journal_mode = memory; begin exclusive');
    return lock;
  } catch (error) {
    lock?.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === busy) {
      throw new FolderInUseError(inUse);
    }
    throw new FolderInUseError(
      `${path} cannot be locked: ${String(error)}. Set DATA_DIR to a folder on this computer that Foyer may write to, or ` +
        'set DATABASE_URL to use a PostgreSQL server.',
    );
  }
}

/**
 * Earlier versions wrote their process id into a file instead. Throws if that process still runs, because it may use the
 * folder; otherwise removes the file.
 */
function endOldLock(path: string): void {
  let holder = 0;
  try {
    holder = Number(readFileSync(path, 'utf8'));
  } catch {
    return;
  }
  if (isAlive(holder)) {
    throw new FolderInUseError(`${inUse} If process ${holder} is no Foyer, delete ${path}.`);
  }
  rmSync(path, { force: true });
}

/** In a container an earlier run may have had the same id as this process, so our own id means that it has ended. */
function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
