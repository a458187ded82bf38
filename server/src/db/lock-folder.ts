import { readFileSync, rmSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { OperatorError } from '../operator-error.ts';

const inUse =
  'Another Foyer is using this data folder. Stop it first, give this one its own DATA_DIR, or set DATABASE_URL so that ' +
  'both use one PostgreSQL server.';

/** SQLite's error code for a file that another database connection has locked. */
const busy = 5;

/** The locks of this process. Node would close an unreferenced SQLite database, and that would release the lock. */
const held = new Set<DatabaseSync>();

/**
 * Locks the folder for this process, because two processes on one embedded database silently lose rows. Returns a
 * function that releases the lock. The lock also works between containers, and ends with the process. Throws an
 * `OperatorError` when the folder is locked.
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
    // SQLite writes nothing to this file, so an empty journal in memory is enough.
    lock.exec('pragma journal_mode = memory; begin exclusive');
    return lock;
  } catch (error) {
    lock?.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === busy) {
      throw new OperatorError(inUse);
    }
    throw new OperatorError(
      `${path} cannot be locked: ${String(error)}. Set DATA_DIR to a folder on this computer that Foyer may write to, or ` +
        'set DATABASE_URL to use a PostgreSQL server.',
    );
  }
}

/**
 * Earlier versions of Foyer wrote their process id into a file instead of locking it. Throws if a process with this id
 * still runs. Otherwise removes the file.
 */
function endOldLock(path: string): void {
  let holder = 0;
  try {
    holder = Number(readFileSync(path, 'utf8'));
  } catch {
    return;
  }
  if (isAlive(holder)) {
    throw new OperatorError(`${inUse} If process ${holder} is no Foyer, delete ${path}.`);
  }
  rmSync(path, { force: true });
}

/**
 * Whether another process with this id is running. The id of this process itself does not count, because in a container
 * every run of Foyer may get the same id.
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
