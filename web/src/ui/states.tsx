import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { classes } from './classes.ts';

export interface EmptyStateProps {
  title: string;
  hint?: ReactNode;
  /** A way onward. */
  action?: ReactNode;
  className?: string;
}

/** Nothing to show, said kindly. */
export function EmptyState({ title, hint, action, className }: EmptyStateProps) {
  return (
    <div
      className={classes(
        'rounded-2xl border border-dashed border-line-strong px-6 py-14 text-center',
        className,
      )}
    >
      <p className="font-display text-2xl font-semibold">{title}</p>
      {hint && <p className="mx-auto mt-2 max-w-md text-ink-soft">{hint}</p>}
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

/** A part of the page that could not be loaded. */
export function ErrorState({ title = 'Error', message, onRetry, className }: ErrorStateProps) {
  return (
    <div
      role="alert"
      className={classes('rounded-2xl border border-bad/40 bg-bad-wash px-6 py-12 text-center', className)}
    >
      <p className="font-display text-2xl font-semibold text-bad">{title}</p>
      <p className="mx-auto mt-2 max-w-md">{message}</p>
      {onRetry && (
        <Button variant="secondary" className="mt-6" onClick={onRetry}>
          Try Again
        </Button>
      )}
    </div>
  );
}

/** Above what is still shown although a later look for it failed. */
export function OutOfDate({ children }: { children: ReactNode }) {
  return (
    <p role="alert" className="mb-3 rounded-lg bg-bad-wash px-4 py-2.5 text-bad">
      {children} What you see may be out of date.
    </p>
  );
}

export interface LoadedProps<Data> {
  data: Data | undefined;
  /** Why the last look for it failed, if it did. */
  failure: string | null;
  onRetry: () => void;
  /** Until there is something. */
  skeleton: ReactNode;
  children: (data: Data) => ReactNode;
}

/** What was loaded, its failure or its skeleton. What was shown once, with all that is open in it, stays. */
export function Loaded<Data>({ data, failure, onRetry, skeleton, children }: LoadedProps<Data>) {
  if (data === undefined) {
    return failure === null ? skeleton : <ErrorState message={failure} onRetry={onRetry} />;
  }
  // The children keep their place, so that a note that comes and goes does not begin them anew.
  return (
    <div>
      {failure !== null && <OutOfDate>{failure}</OutOfDate>}
      {children(data)}
    </div>
  );
}
