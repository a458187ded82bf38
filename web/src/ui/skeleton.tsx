import { classes } from './classes.ts';

/** Give it the size of the content that is loading. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={classes('block animate-pulse rounded-lg bg-line/70', className)} />;
}
