/** A problem that the person who makes or restores a backup can solve. The message says how. */
export class BackupError extends Error {}
