/** How long a code must be out of the picture before it counts as a new code, in milliseconds. */
const goneAfter = 1500;

/**
 * Prevents a second check-in of a code that stays in the camera's picture: the guest would be refused as already in.
 * @returns a function that says whether the camera sees a new code. While a ticket is being checked (not `ready`), new
 * codes are ignored, and are still new afterwards. `now` is in milliseconds since any fixed moment.
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
