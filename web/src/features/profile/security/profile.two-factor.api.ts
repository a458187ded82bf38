import { queryOptions } from '@tanstack/react-query';
import { type Answer, api } from '../../../api/client.ts';
import { personalKey } from '../../../api/query-keys.ts';

export type TwoFactorState = Answer<'GET /auth/two-factor'>;

/**
 * The secret for the authenticator app. The second factor is on only after the user has entered a first code.
 */
export type TwoFactorSetUp = Answer<'POST /auth/two-factor/set-up'>;

export interface PasswordAndCode {
  current_password: string;
  code: string;
}

export function twoFactorQuery(userId: number) {
  return queryOptions({
    queryKey: personalKey(userId, 'two-factor'),
    queryFn: ({ signal }) => api('GET /auth/two-factor', { signal }),
    staleTime: 0,
  });
}

export function setUpTwoFactor(current_password: string): Promise<TwoFactorSetUp> {
  return api('POST /auth/two-factor/set-up', { body: { current_password } });
}

/** Switches the second factor on and returns the recovery codes. */
export async function confirmTwoFactor(code: string): Promise<string[]> {
  return (await api('POST /auth/two-factor/confirm', { body: { code } })).recovery_codes;
}

export async function switchOffTwoFactor(body: PasswordAndCode): Promise<void> {
  await api('POST /auth/two-factor/switch-off', { body });
}

export async function replaceRecoveryCodes(body: PasswordAndCode): Promise<string[]> {
  return (await api('POST /auth/two-factor/recovery-codes', { body })).recovery_codes;
}
