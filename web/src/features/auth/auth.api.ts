import type { BodyInput } from '@foyer/contract/endpoint.ts';
import type { Endpoints } from '@foyer/contract/index.ts';
import { api } from '../../api/client.ts';
import { CallError, messageOf } from '../../api/call-error.ts';
import type { SessionUser, Tokens } from '../../api/session.ts';

export type Credentials = BodyInput<Endpoints['POST /auth/login']>;
export type SignUp = BodyInput<Endpoints['POST /auth/register']>;

export type NewSession = Tokens & { user: SessionUser };

export async function logIn(credentials: Credentials): Promise<NewSession> {
  const answer = await api('POST /auth/login', { body: credentials, anonymous: true });
  return readNewSession(answer, 'Invalid response from server');
}

export async function logInWithCode(proof: { challenge: string; code: string }): Promise<NewSession> {
  const answer = await api('POST /auth/two-factor/log-in', { body: proof, anonymous: true });
  return readNewSession(answer, 'Invalid response from server');
}

/** Finds the challenge in the error of a login that needs a second step. Returns undefined for all other errors. */
export function findChallenge(error: unknown): string | undefined {
  return error instanceof CallError && error.code === 'two_factor_required' ? error.challenge : undefined;
}

export function isChallengeOver(error: unknown): boolean {
  return error instanceof CallError && error.code === 'invalid_challenge';
}

export async function signUp(registration: SignUp): Promise<NewSession> {
  const answer = await api('POST /auth/register', { body: registration, anonymous: true });
  return readNewSession(answer, 'Received an invalid response from the server');
}

/** The message for a failed login or sign-up: from the server, else from the error, else the fallback. */
export function describeFailure(error: unknown, fallback: string): string {
  if (error instanceof CallError) return messageOf(error, fallback);
  return error instanceof Error && error.message ? error.message : fallback;
}

/** Throws `failure` if a token or the user is missing in the response. */
function readNewSession(answer: { data?: Partial<NewSession> }, failure: string): NewSession {
  const { accessToken, refreshToken, user } = answer.data ?? {};
  if (!accessToken || !refreshToken || !user) throw new Error(failure);
  return { accessToken, refreshToken, user };
}
