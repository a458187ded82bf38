/** A problem that the person who runs Foyer can solve. The message says how, and is printed without a stack trace. */
export class OperatorError extends Error {}
