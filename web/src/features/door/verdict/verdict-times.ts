/**
 * The result for an accepted ticket fills the screen for this many milliseconds. Afterwards the result is
 * only in the list below the camera.
 */
export const acceptedFor = 2500;

/**
 * How long the result stays in milliseconds when it has a button for the rest of the order, or several tickets. The
 * staff need time to ask the guests and to count them.
 */
export const groupFor = 10_000;
