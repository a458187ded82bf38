import type { BodyInput } from '@foyer/contract/endpoint.ts';
import type { Endpoints } from '@foyer/contract/index.ts';
import { api } from '../../api/client.ts';
import { CallError, messageOf } from '../../api/call-error.ts';
import type { SessionUser, Tokens } from '../../api/session.ts';

export type Credentials = BodyInput<Endpoints['POST /auth/login']>;
export type SignUp = BodyInput<Endpoints['POST /auth/register']>;

/** Who came in, with the tokens of the new session. */
export type Entry = Tokens & { user: SessionUser };

export async function logIn(credentials: Credentials): Promise<Entry> {
  const answer = await api('POST /auth/login', { body: credentials, anonymous: true });
  return readEntry(answer, 'Invalid response from server');
}

export async function signUp(registration: SignUp): Promise<Entry> {
  const answer = await api('POST /auth/register', { body: registration, anonymous: true });
  return readEntry(answer, 'Received an invalid response from the server');
}

/** The server's words for a failed login or sign-up, else the error's own, else the given ones. */
export function describeFailure(error: unknown, fallback: string): string {
  if (error instanceof CallError) return messageOf(error, fallback);
  return error instanceof Error && error.message ? error.message : fallback;
}

/** Throws the complaint for an answer that would leave nobody signed in. */
function readEntry(answer: { data?: Partial<Entry> }, complaint: string): Entry {
  const { accessToken, refreshToken, user } = answer.data ?? {};
  if (!accessToken || !refreshToken || !user) throw new Error(complaint);
  return { accessToken, refreshToken, user };
}
