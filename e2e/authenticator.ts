import { Secret, TOTP } from 'otpauth';
import { call, type User } from './users.ts';
import type { Foyer } from './server.ts';

const stepMs = 30_000;

/** The code that an authenticator app shows now. Enter it to confirm a set-up. */
export function showCode(secret: string): string {
  return TOTP.generate({ secret: Secret.fromBase32(secret) });
}

/** The next code, which works already. Enter it after the present one was used up, instead of waiting for it. */
export function showNextCode(secret: string): string {
  return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: Date.now() + stepMs });
}

/** Switches on a user's second factor through the API. This uses up the code that the authenticator shows now. */
export async function switchOnTwoFactor(foyer: Foyer, user: User, password = 'a good password') {
  const { secret } = await call<{ secret: string }>(foyer, 'POST /auth/two-factor/set-up', user, {
    current_password: password,
  });
  const { recovery_codes } = await call<{ recovery_codes: string[] }>(
    foyer,
    'POST /auth/two-factor/confirm',
    user,
    { code: showCode(secret) },
  );
  return { secret, recoveryCodes: recovery_codes };
}
