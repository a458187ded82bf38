import type { ReactNode } from 'react';
import { classes } from '../classes.ts';

/** A row of links that narrow down a list. On small screens the row scrolls sideways. */
export function Chips({ children }: { children: ReactNode }) {
  return (
    <nav
      aria-label="Narrow down"
      className="-mx-4 mt-7 overflow-x-auto px-4 py-1 [scrollbar-width:none] md:mx-0 md:overflow-visible md:px-0"
    >
      <ul className="flex w-max gap-1.5 sm:gap-2 md:w-auto md:flex-wrap">{children}</ul>
    </nav>
  );
}

export interface ChipLinkProps {
  'aria-current': 'true' | undefined;
  className: string;
  children: ReactNode;
}

interface ChipProps {
  chosen: boolean;
  /** Whether the link takes the choice back once it is made. */
  removable?: boolean;
  className?: string | undefined;
  renderLink: (props: ChipLinkProps) => ReactNode;
  children: ReactNode;
}

export function Chip({ chosen, removable = false, className, renderLink, children }: ChipProps) {
  return (
    <li>
      {renderLink({
        'aria-current': chosen ? 'true' : undefined,
        className: classes(
          'inline-flex min-h-11 items-center gap-1.5 rounded-full border px-3 text-[0.9375rem] font-semibold whitespace-nowrap sm:px-4',
          chosen
            ? 'border-ink bg-ink text-paper hover:bg-ink-soft'
            : 'border-line-strong bg-raised hover:border-ink',
          className,
        ),
        children: (
          <>
            {children}
            {chosen && removable && <span aria-hidden>×</span>}
          </>
        ),
      })}
    </li>
  );
}
