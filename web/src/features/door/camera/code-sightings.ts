/** A code counts as new again after it was out of the picture for this many milliseconds. */
const goneAfter = 1500;

/**
 * Remembers the last code that the camera saw. A code stays in the picture for a while, but must be checked in only
 * once, because the server refuses a second check-in.
 * @returns a function that says whether the code is new. While another ticket is being checked (`ready` is false), the
 * answer is no, and the code stays new. `now` is in milliseconds since any fixed moment.
 */
export function createSightings(): (code: string, now: number, ready: boolean) => boolean {
  let last = { code: '', seenAt: 0 };
  return (code, now, ready) => {
    const isNew = code !== last.code || now - last.seenAt > goneAfter;
    if (isNew && !ready) return false;
    last = { code, seenAt: now };
    return isNew;
  };
}
