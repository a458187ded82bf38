import { api } from '../../api/client.ts';
import { readRefreshToken } from '../../api/session.ts';
import { paths } from '../../paths.ts';
import { useSessionEnd } from '../use-session-end.ts';

/** Ends the session in this browser and at the server, and shows the login page. */
export function useLogOut(): () => Promise<void> {
  const endSession = useSessionEnd();
  return async () => {
    const refreshToken = readRefreshToken();
    const logOutCall = refreshToken
      ? api('POST /auth/logout', { body: { refreshToken }, anonymous: true })
      : Promise.resolve();
    // The user is logged out in this browser even when the server cannot be reached.
    logOutCall.catch(() => undefined);
    await endSession(paths.logIn);
  };
}
