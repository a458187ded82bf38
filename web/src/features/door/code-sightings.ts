/** How long a code must be out of the picture before it counts as shown again, in milliseconds. */
const goneAfter = 1500;

/**
 * Tells a new code from one that stays in the camera's picture. Otherwise a guest who was checked in a moment ago would
 * be refused as already checked in.
 * @returns a function that says whether a code that the camera sees must be answered. A code seen while the door is not
 * `ready` is ignored, and is new as soon as the door is ready. `now` is in milliseconds since any fixed moment.
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
