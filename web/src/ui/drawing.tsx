import { classes } from './classes.ts';

const file = '/drawings.svg';

/** The drawings in the file. */
export type DrawingName =
  | 'ticket'
  | 'calendar'
  | 'envelope'
  | 'door'
  | 'search'
  | 'seats'
  | 'coins'
  | 'poster';

/**
 * A small drawing for an empty screen. It is in a file of its own, so that no page carries it, and takes the colours of
 * the theme. Hidden from screen readers, because a text stands beside it.
 */
export function Drawing({ name, className }: { name: DrawingName; className?: string }) {
  return (
    <svg viewBox="0 0 120 76" aria-hidden className={classes('w-30', className)}>
      <use href={`${file}#${name}`} />
    </svg>
  );
}
