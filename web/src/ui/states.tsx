import type { ReactNode } from 'react';
import { ErrorState } from './empty-state.tsx';

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
