/**
 * A problem that the person who runs Foyer can solve. The message says how, so Foyer prints the message without a stack
 * trace.
 */
export class OperatorError extends Error {}
