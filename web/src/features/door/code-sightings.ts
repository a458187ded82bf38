/** How long a code has to be out of sight before it counts as held out again, in milliseconds. */
const goneAfter = 1500;

/**
 * Tells a code that is held out from one that merely stays in the picture, so that whoever was let in a moment ago is
 * not turned away as let in already.
 * @returns whether what is seen now is to be answered. Where nobody is `ready` for another code, it is not even
 * noticed, and new as soon as somebody is. The time is in milliseconds since any moment.
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
