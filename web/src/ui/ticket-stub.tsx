import type { ReactNode } from 'react';
import { classes } from './classes.ts';

/**
 * For the items of a list of tickets, and for the ticket in each: aligns the perforated edges of a row, and makes its
 * stubs equally tall.
 */
export const inTicketRow = 'row-span-3 grid grid-rows-subgrid gap-y-0';

export interface TicketStubProps {
  children: ReactNode;
  /** The part below the perforated line: a QR code, a price or a button. */
  stub: ReactNode;
  className?: string;
}

export function TicketStub({ children, stub, className }: TicketStubProps) {
  return (
    <div
      className={classes(
        'drop-shadow-[0_8px_22px_rgb(var(--shade)/0.16)] dark:drop-shadow-[0_10px_26px_rgb(0_0_0/0.6)]',
        className,
      )}
    >
      <div className="rounded-t-2xl bg-raised px-6 pt-6 pb-3 sm:px-7 sm:pt-7">{children}</div>
      <div aria-hidden className="ticket-tear" />
      <div className="rounded-b-2xl bg-raised px-6 pt-3 pb-6 sm:px-7 sm:pb-7">{stub}</div>
    </div>
  );
}
