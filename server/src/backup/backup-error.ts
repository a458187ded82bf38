/** A problem that the person who makes or restores a backup can solve. The message explains the solution. */
export class BackupError extends Error {}
