import { statfs } from 'node:fs/promises';

/** Returns how many bytes are free in /dev/shm, a folder in memory that Linux has. Elsewhere, returns 0. */
export async function findFreeSharedMemory(): Promise<number> {
  const disk = await statfs('/dev/shm').catch(() => undefined);
  return disk ? disk.bavail * disk.bsize : 0;
}
