import { classes } from './classes.ts';

/** A bar that is filled to `part`, from 0 to 1. Hidden from screen readers, because the figures stand beside it. */
export function Gauge({ part, className }: { part: number; className?: string }) {
  return (
    <div aria-hidden className={classes('h-1.5 overflow-hidden rounded-full bg-line', className)}>
      <div className="h-full rounded-full bg-spot" style={{ width: `${Math.min(100, 100 * part)}%` }} />
    </div>
  );
}
