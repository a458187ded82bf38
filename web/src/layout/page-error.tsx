import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { messageOf } from '../api/call-error.ts';
import { isOutage, onServerBack } from '../api/outage.ts';
import { buttonStyle } from '../ui/button.tsx';

const defaultMessage = 'Something went wrong on our side. Please try again.';

/**
 * Shown when a page fails. If the server is down, the page reloads once the server is back. Try Again is a link, so
 * that it works without scripts.
 */
export function PageError({ error, fallback = defaultMessage }: { error: unknown; fallback?: string }) {
  const router = useRouter();
  const { state } = router;
  useEffect(
    () => (isOutage(error) ? onServerBack(() => void router.invalidate()) : undefined),
    [error, router],
  );
  return (
    <div className="page-width grid place-items-center py-24 text-center sm:py-32">
      <h1 className="text-4xl font-semibold text-bad sm:text-5xl">Error</h1>
      <p className="mt-4 max-w-lg text-lg">{messageOf(error, fallback)}</p>
      <a href={state.location.href} className={`${buttonStyle('primary', 'lg')} mt-8`}>
        Try Again
      </a>
    </div>
  );
}
