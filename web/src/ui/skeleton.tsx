import { classes } from './classes.ts';

/** Holds the place of something that is on its way; give it the size of what comes. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={classes('block animate-pulse rounded-lg bg-line/70', className)} />;
}
