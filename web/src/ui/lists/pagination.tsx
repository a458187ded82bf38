import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { classes } from '../classes.ts';
import { listPageSteps } from './page-steps.ts';

export interface PaginationProps {
  page: number;
  totalPages: number;
  /**
   * Renders the link to a page. Left to the caller, because only the caller knows the web addresses of the pages.
   */
  renderLink: (
    page: number,
    props: { className: string; 'aria-label': string; children: ReactNode },
  ) => ReactElement;
}

const step =
  'grid min-h-11 min-w-9 place-items-center rounded-full px-0.5 font-semibold transition-colors duration-150 sm:min-w-11 sm:px-2';

export function Pagination({ page, totalPages, renderLink }: PaginationProps) {
  if (totalPages <= 1) return null;
  const arrow = (target: number, label: string, icon: ReactNode) =>
    target >= 1 && target <= totalPages ? (
      renderLink(target, { className: classes(step, 'hover:bg-sunken'), 'aria-label': label, children: icon })
    ) : (
      <span aria-hidden className={classes(step, 'text-line-strong')}>
        {icon}
      </span>
    );
  return (
    <nav aria-label="Pages" className="flex justify-center">
      <ul className="flex flex-wrap items-center justify-center gap-0.5 sm:gap-1">
        <li>{arrow(page - 1, 'Previous page', <ChevronLeft size={20} aria-hidden />)}</li>
        {listPageSteps(page, totalPages).map((entry) => (
          <li key={typeof entry === 'number' ? entry : `gap-${entry.after}`}>
            {typeof entry !== 'number' ? (
              <span
                aria-hidden
                className="grid min-h-11 min-w-6 place-items-center text-ink-faint sm:min-w-9"
              >
                …
              </span>
            ) : entry === page ? (
              <span aria-current="page" className={classes(step, 'bg-ink text-paper')}>
                <span className="sr-only">Page </span>
                {entry}
              </span>
            ) : (
              renderLink(entry, {
                className: classes(step, 'hover:bg-sunken'),
                'aria-label': `Page ${entry}`,
                children: entry,
              })
            )}
          </li>
        ))}
        <li>{arrow(page + 1, 'Next page', <ChevronRight size={20} aria-hidden />)}</li>
      </ul>
    </nav>
  );
}
