import { classes } from './classes.ts';

/** Give it the size of the content that is loading. Invisible for 0.2 seconds, so that quick answers do not flicker. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={classes('block animate-skeleton rounded-lg bg-line/70', className)} />;
}
