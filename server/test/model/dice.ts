/** Returns a random number from 0 up to, but not including, `sides`. */
export type Dice = (sides: number) => number;

/** Creates dice that always throw the same numbers for the same seed. */
export function createDice(seed: number): Dice {
  let state = seed;
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    // The lower bits of such a generator repeat after a few throws.
    return (state >>> 12) % sides;
  };
}
