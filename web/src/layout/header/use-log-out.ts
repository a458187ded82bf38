import { useNavigate } from '@tanstack/react-router';
import { flushSync } from 'react-dom';
import { api } from '../../api/client.ts';
import { deleteDrafts } from '../../api/drafts.ts';
import { endSession, readRefreshToken } from '../../api/session.ts';
import { paths } from '../../paths.ts';

/** Ends the session here at once, with what was typed in it, and on the server as well as can be; then shows the login page. */
export function useLogOut(): () => Promise<void> {
  const navigate = useNavigate();
  return async () => {
    const refreshToken = readRefreshToken();
    const told = refreshToken
      ? api('POST /auth/logout', { body: { refreshToken }, anonymous: true })
      : Promise.resolve();
    // A server that cannot be told keeps nobody signed in here.
    told.catch(() => undefined);
    // A guarded page answers a lost session by asking for a login that returns to it; let it do so first, so that
    // the plain login page is where a deliberate logout ends.
    flushSync(endSession);
    deleteDrafts();
    await navigate({ to: paths.logIn });
  };
}
