import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { classes } from './classes.ts';

export interface EmptyStateProps {
  title: string;
  hint?: ReactNode;
  action?: ReactNode;
  className?: string;
}

export function EmptyState({ title, hint, action, className }: EmptyStateProps) {
  return (
    <div className={classes('rounded-2xl border border-line bg-raised px-6 py-12 text-center', className)}>
      <BlankTicket />
      <p className="mt-5 font-display text-2xl font-semibold">{title}</p>
      {hint && <p className="mx-auto mt-2 max-w-md text-balance text-ink-soft">{hint}</p>}
      {action && <div className="mt-6 flex flex-wrap justify-center gap-3">{action}</div>}
    </div>
  );
}

/** A drawing of a ticket on which nothing is printed yet. */
function BlankTicket() {
  return (
    <svg viewBox="0 0 120 76" fill="none" strokeWidth="2" aria-hidden className="mx-auto w-30">
      <path
        d="M6 12h108v18a8 8 0 0 0 0 16v18H6V46a8 8 0 0 0 0-16z"
        strokeLinejoin="round"
        className="fill-sunken stroke-line-strong"
      />
      <path d="M82 18v42" strokeDasharray="1 6" strokeLinecap="round" className="stroke-line-strong" />
      <path
        d="M24 58V46a20 20 0 0 1 40 0v12M32 58V46a12 12 0 0 1 24 0v12M40 58V46a4 4 0 0 1 8 0v12"
        className="stroke-spot"
      />
    </svg>
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
      className={classes('rounded-2xl border border-bad/40 bg-bad-wash px-6 py-12 text-center', className)}
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

/** A warning above data that may be out of date, because loading them again has failed. */
export function OutOfDate({ children }: { children: ReactNode }) {
  return (
    <p role="alert" className="mb-3 rounded-lg bg-bad-wash px-4 py-2.5 text-bad">
      {children} What you see may be out of date.
    </p>
  );
}

export interface LoadedProps<Data> {
  data: Data | undefined;
  /** Why loading failed the last time. This is null when loading succeeded. */
  failure: string | null;
  onRetry: () => void;
  skeleton: ReactNode;
  children: (data: Data) => ReactNode;
}

/** Shows loaded data, an error, or a skeleton. Once data are shown, they stay on the page, even if a reload fails. */
export function Loaded<Data>({ data, failure, onRetry, skeleton, children }: LoadedProps<Data>) {
  if (data === undefined) {
    return failure === null ? skeleton : <ErrorState message={failure} onRetry={onRetry} />;
  }
  // Keep the children at the same place in React's tree with and without the warning, so that they keep their state.
  return (
    <div>
      {failure !== null && <OutOfDate>{failure}</OutOfDate>}
      {children(data)}
    </div>
  );
}
