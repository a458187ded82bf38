/** The buyer is warned when this many seconds or fewer are left. */
const warnBelow = 120;

export type HoldPhase = 'calm' | 'ending' | 'over';

export function phaseOf(secondsLeft: number): HoldPhase {
  if (secondsLeft <= 0) return 'over';
  return secondsLeft <= warnBelow ? 'ending' : 'calm';
}

/** Writes the time as `12:05`. */
export function writeClock(secondsLeft: number): string {
  const seconds = String(secondsLeft % 60).padStart(2, '0');
  return `${Math.floor(secondsLeft / 60)}:${seconds}`;
}
