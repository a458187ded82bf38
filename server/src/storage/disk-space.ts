import { statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isBucket } from '../config-addresses.ts';
import type { Config } from '../config.ts';
import { embeddedFolder } from '../db/open.ts';
import type { Clock } from '../deps.ts';
import { OperatorError } from '../operator-error.ts';

export interface DiskSpace {
  /** Whether a disk of this process is nearly full, or a write failed for lack of space a moment ago. */
  isFull(): Promise<boolean>;
  /**
   * Remembers for a while that a write failed for lack of space, because Foyer notices a full disk of PostgreSQL in no
   * other way.
   */
  noteFull(): void;
  /** Returns the free space of the disk with the least space. Returns null when no disk reports its space. */
  findTightest(): Promise<Space | null>;
}

interface Space {
  folder: string;
  freeBytes: number;
}

const megabyte = 1024 * 1024;

/** A disk with less space counts as full. The database needs the rest to finish running transactions. */
const reserveBytes = 32 * megabyte;

/** Milliseconds for which a check of the disks is reused. */
const keptMs = 5_000;

const notedMs = 30_000;

type ReadSpace = (folder: string) => Promise<{ bavail: number; bsize: number; blocks: number }>;

export function listFolders({ dataDir, databaseUrl, smtpUrl, storageUrl }: Config): string[] {
  return [
    ...(databaseUrl ? [] : [embeddedFolder({ dataDir })]),
    ...(smtpUrl ? [] : [join(dataDir, 'outbox')]),
    ...(isBucket(storageUrl) ? [] : [storageUrl]),
  ];
}

/** A missing folder counts as a folder on the disk of its parent. */
export function watchDisks(folders: readonly string[], clock: Clock, read: ReadSpace = statfs): DiskSpace {
  let known: { until: number; tightest: Promise<Space | null> } | undefined;
  let notedUntil = 0;

  async function findTightest() {
    const spaces = await Promise.all(folders.map((folder) => readSpace(folder, read)));
    const byRoom = spaces
      .flatMap((space) => space ?? [])
      .toSorted((one, other) => one.freeBytes - other.freeBytes);
    return byRoom[0] ?? null;
  }

  return {
    findTightest,
    noteFull() {
      notedUntil = clock.now().getTime() + notedMs;
    },
    async isFull() {
      const now = clock.now().getTime();
      if (now < notedUntil) return true;
      if (!known || now >= known.until) known = { until: now + keptMs, tightest: findTightest() };
      return isTooSmall(await known.tightest);
    },
  };
}

/** Throws an `OperatorError` that says what to do if a disk has too little space. */
export async function assertRoomToStart(disk: DiskSpace): Promise<void> {
  const tightest = await disk.findTightest();
  if (!isTooSmall(tightest)) return;
  const left = Math.floor(tightest.freeBytes / megabyte);
  throw new OperatorError(
    `Foyer cannot start because the disk of ${tightest.folder} is full (${left} MB are left, and Foyer needs ${reserveBytes / megabyte}): free some space, or set DATA_DIR and STORAGE_URL to folders on another disk.`,
  );
}

function isTooSmall(space: Space | null): space is Space {
  return space !== null && space.freeBytes < reserveBytes;
}

/** Returns null when the file system does not report its size, as with some network folders. */
async function readSpace(folder: string, read: ReadSpace): Promise<Space | null> {
  try {
    const { bavail, bsize, blocks } = await read(folder);
    return blocks > 0 ? { folder, freeBytes: bavail * bsize } : null;
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    return isMissing && dirname(folder) !== folder ? readSpace(dirname(folder), read) : null;
  }
}
