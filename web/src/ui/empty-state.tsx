import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { classes } from './classes.ts';

const drawings = '/drawings.svg';

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
    <svg
      viewBox="0 0 120 76"
      aria-hidden
      fill="none"
      // A drawing from another file inherits from here, not from the root of that file.
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={className}
    >
      <use href={`${drawings}#${name}`} />
    </svg>
  );
}

export interface EmptyStateProps {
  title: string;
  hint?: ReactNode;
  action?: ReactNode;
  drawing?: DrawingName;
  className?: string;
}

/** What a page or a list shows while there is nothing to show: a drawing, what is missing, and what to do. */
export function EmptyState({ title, hint, action, drawing = 'search', className }: EmptyStateProps) {
  return (
    <div
      className={classes(
        'rounded-2xl border border-line bg-raised px-6 py-12 text-center wrap-anywhere',
        className,
      )}
    >
      <Drawing name={drawing} className="mx-auto w-40" />
      <p className="mt-5 font-display text-2xl font-semibold">{title}</p>
      {hint && <p className="mx-auto mt-2 max-w-md text-balance text-ink-soft">{hint}</p>}
      {action && <div className="mt-6 flex flex-wrap justify-center gap-3">{action}</div>}
    </div>
  );
}

export interface ErrorStateProps {
  title?: string;
  message: string;
  onRetry?: () => void;
  className?: string;
}

export function ErrorState({ title = 'Error', message, onRetry, className }: ErrorStateProps) {
  return (
    <div
      role="alert"
      className={classes(
        'rounded-2xl border border-line bg-raised px-6 py-12 text-center wrap-anywhere',
        className,
      )}
    >
      <p className="font-display text-2xl font-semibold text-bad">{title}</p>
      <p className="mx-auto mt-2 max-w-md text-balance">{message}</p>
      {onRetry && (
        <Button variant="secondary" className="mt-6" onClick={onRetry}>
          Try Again
        </Button>
      )}
    </div>
  );
}
