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
    // The user is logged out here even when the server cannot be reached.
    logOutCall.catch(() => undefined);
    // A guarded page redirects to a login that leads back to it. Let that happen first, so that a deliberate logout
    // ends at the plain login page.
    flushSync(endSession);
    deleteDrafts();
    await navigate({ to: paths.logIn });
  };
}
