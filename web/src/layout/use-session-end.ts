import { useNavigate } from '@tanstack/react-router';
import { flushSync } from 'react-dom';
import { deleteDrafts } from '../api/drafts.ts';
import { endSession } from '../api/session.ts';
import type { paths } from '../paths.ts';

/** Ends the session in this browser at once, deletes all drafts, and shows a page for visitors. */
export function useSessionEnd(): (to: typeof paths.logIn | typeof paths.home) => Promise<void> {
  const navigate = useNavigate();
  return async (to) => {
    // A guarded page redirects to the login when the session ends. `flushSync` makes this redirect happen now, so that
    // the navigation below replaces it.
    flushSync(endSession);
    deleteDrafts();
    await navigate({ to });
  };
}
