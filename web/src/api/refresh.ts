import type { AnswerReceived } from '@foyer/contract/endpoint.ts';
import type { Endpoints } from '@foyer/contract/index.ts';
import { answerLimit, readError, unreachableError } from './call-error.ts';
import { endSession, readAccessToken, readRefreshToken, storeTokens } from './session.ts';
import { currentTransport } from './transport.ts';

type Refreshed = AnswerReceived<Endpoints['POST /auth/refresh-token']>;

let running: Promise<string | null> | null = null;

/**
 * Exchanges the refresh token for new tokens. Calls and tabs that need new tokens at the same time share one exchange.
 * The session ends only if the server refuses the exchange.
 * @param refused the access token that the server rejected
 * @returns the access token to repeat the call with, or null when there is no session
 */
export function refreshSessionOnce(refused: string | null): Promise<string | null> {
  running ??= withTabLock(() => refreshSession(refused)).finally(() => {
    running = null;
  });
  return running;
}

async function refreshSession(refused: string | null): Promise<string | null> {
  const present = readAccessToken();
  // A newer access token exists: another tab has refreshed the session, or the user has logged in again.
  if (present && present !== refused) return present;
  const refreshToken = readRefreshToken();
  if (!refreshToken) {
    if (present) endSession();
    return null;
  }
  const response = await askForTokens(refreshToken);
  // The user logged out, or another user logged in, during the call. The new tokens belong to the old session, so drop
  // them.
  if (readRefreshToken() !== refreshToken) return readAccessToken();
  if (response.ok) {
    const { data } = (await response.json()) as Refreshed;
    storeTokens(data);
    return data.accessToken;
  }
  if (response.status === 429 || response.status >= 500) throw await readError(response);
  endSession();
  return null;
}

async function askForTokens(refreshToken: string): Promise<Response> {
  const { origin, fetch } = currentTransport();
  try {
    return await fetch(`${origin}/api/auth/refresh-token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ refreshToken }),
      signal: AbortSignal.timeout(answerLimit),
    });
  } catch {
    throw unreachableError();
  }
}

function withTabLock<T>(work: () => Promise<T>): Promise<T> {
  return typeof navigator !== 'undefined' && 'locks' in navigator
    ? navigator.locks.request('foyer-session', work)
    : work();
}
