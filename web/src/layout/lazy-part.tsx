import { Component, type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { CallError } from '../api/call-error.ts';
import { loadPart } from '../api/load-part.ts';
import { Button } from '../ui/button.tsx';

interface Waiting {
  /** Shown while the code loads. */
  fallback?: ReactNode;
  /** Shown instead of the message and the reload button if the code did not load. */
  renderFailure?: (message: string) => ReactNode;
}

/**
 * Returns a component whose code loads when the component is first shown. If the code does not load, the rest of the
 * page keeps what the user typed. Browsers do not load a failed module again, so the user must reload the page.
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const Part: ComponentType<Props> = lazy(async () => ({ default: await loadPart(load) }));
  return function LazyPart({ fallback, renderFailure, ...rest }: Props & Waiting) {
    return (
      <PartBoundary renderFailure={renderFailure}>
        <Suspense fallback={fallback}>
          <Part {...(rest as unknown as Props)} />
        </Suspense>
      </PartBoundary>
    );
  };
}

interface BoundaryProps extends Pick<Waiting, 'renderFailure'> {
  children: ReactNode;
}

interface State {
  error: Error | null;
}

/** Catches only the failure to load code. All other errors go on to the page. */
class PartBoundary extends Component<BoundaryProps, State> {
  override state: State = { error: null };

  static getDerivedStateFromError(error: Error): State {
    return { error };
  }

  override render() {
    const { children, renderFailure } = this.props;
    const { error } = this.state;
    if (error === null) return children;
    if (!(error instanceof CallError)) throw error;
    return renderFailure ? renderFailure(error.message) : <LoadFailure message={error.message} />;
  }
}

/** A span, because some parts stand in text. */
function LoadFailure({ message }: { message: string }) {
  return (
    <span role="alert" className="mt-2 grid justify-items-start gap-2 rounded-lg bg-bad-wash p-3 text-bad">
      {message}
      <Button variant="secondary" size="sm" onClick={() => globalThis.location.reload()}>
        Reload
      </Button>
    </span>
  );
}
