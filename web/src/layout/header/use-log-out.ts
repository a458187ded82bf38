import { useNavigate } from '@tanstack/react-router';
import { flushSync } from 'react-dom';
import { api } from '../../api/client.ts';
import { deleteDrafts } from '../../api/drafts.ts';
import { endSession, readRefreshToken } from '../../api/session.ts';
import { paths } from '../../paths.ts';

/** Ends the session in this browser at once, deletes its drafts, tells the server, and shows the login page. */
export function useLogOut(): () => Promise<void> {
  const navigate = useNavigate();
  return async () => {
    const refreshToken = readRefreshToken();
    const logOutCall = refreshToken
      ? api('POST /auth/logout', { body: { refreshToken }, anonymous: true })
      : Promise.resolve();
    // The user is logged out in this browser even when the server cannot be reached.
    logOutCall.catch(() => undefined);
    // When the session ends, a guarded page redirects to the login, and the next login would lead back to that page.
    // After a logout it must not. So `flushSync` makes this redirect happen now, and the navigation below replaces it.
    flushSync(endSession);
    deleteDrafts();
    await navigate({ to: paths.logIn });
  };
}
