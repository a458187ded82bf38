import { useNavigate } from '@tanstack/react-router';
import { flushSync } from 'react-dom';
import { deleteDrafts } from '../api/drafts.ts';
import { endSession } from '../api/session.ts';
import type { paths } from '../paths.ts';

/** Ends the session in this browser at once, deletes all drafts, and shows a page for visitors. */
export function useSessionEnd(): (to: typeof paths.logIn | typeof paths.home) => Promise<void> {
  const navigate = useNavigate();
  return async (to) => {
    // When the session ends, a guarded page redirects to the login, and the next login would lead back to the
    // guarded page. This must not happen here. So `flushSync` makes the redirect happen now, and the
    // navigation below replaces the redirect.
    flushSync(endSession);
    deleteDrafts();
    await navigate({ to });
  };
}
