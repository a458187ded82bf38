import { classes } from './classes.ts';

export interface DateTileProps {
  month: string;
  day: string;
  className?: string;
}

/** A tile with the month above the day. Hidden from screen readers, because the full date stands beside the tile. */
export function DateTile({ month, day, className }: DateTileProps) {
  return (
    <span
      aria-hidden
      className={classes(
        'inline-grid w-15 shrink-0 overflow-hidden rounded-lg border border-line bg-raised text-center shadow-lift',
        className,
      )}
    >
      <span className="bg-spot py-1 text-xs leading-none font-bold tracking-[0.14em] text-on-spot uppercase">
        {month}
      </span>
      <span className="py-1 font-display text-[1.7rem] leading-none font-semibold text-ink">{day}</span>
    </span>
  );
}
