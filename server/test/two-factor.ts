import { Secret, TOTP } from 'otpauth';
import type { TestApp } from './app.ts';
import { testPassword, type TestUser } from './factories.ts';

export const stepMs = 30_000;

export interface Authenticator {
  /** The code of the present 30-second step, or of a step that is `stepsAway` steps later. */
  code(stepsAway?: number): string;
}

export function openAuthenticator({ clock }: Pick<TestApp, 'clock'>, secret: string): Authenticator {
  const key = Secret.fromBase32(secret);
  return {
    code: (stepsAway = 0) =>
      TOTP.generate({ secret: key, timestamp: clock.now().getTime() + stepsAway * stepMs }),
  };
}

/**
 * Switches on the second factor of a user through the API. This uses up the code of the step before the
 * present step.
 */
export async function switchOnTwoFactor(app: TestApp, { token }: TestUser) {
  const started = await app.call('POST /auth/two-factor/set-up', {
    token,
    body: { current_password: testPassword },
  });
  if (started.status !== 200) throw new Error(`No set-up: ${JSON.stringify(started.body)}`);
  const authenticator = openAuthenticator(app, started.body.secret);
  const confirmed = await app.call('POST /auth/two-factor/confirm', {
    token,
    body: { code: authenticator.code(-1) },
  });
  if (confirmed.status !== 200) throw new Error(`Not confirmed: ${JSON.stringify(confirmed.body)}`);
  return { secret: started.body.secret, authenticator, recoveryCodes: confirmed.body.recovery_codes };
}

export async function askForChallenge(app: TestApp, username: string): Promise<string> {
  const { status, body } = await app.send<{ code: string; challenge: string }>('POST', '/api/auth/login', {
    json: { username, password: testPassword },
  });
  if (status !== 401 || body.code !== 'two_factor_required') {
    throw new Error(`No challenge: ${JSON.stringify(body)}`);
  }
  return body.challenge;
}
