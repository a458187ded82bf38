import { z } from 'zod';
import { sentence } from './answer-fields.ts';
import { logIn } from './auth.ts';
import { endpoint } from './endpoint.ts';
import { idParams, success, timeOut, withExample } from './fields.ts';

const currentPassword = withExample(
  z
    .string({ error: 'Current password is required' })
    .min(1, { error: 'Current password is required' })
    .max(200, { error: 'Password must be at most 200 characters' }),
  'a long pass phrase',
);

/**
 * A code of the authenticator app. Some calls also accept a recovery code. Spaces and dashes in the code do not
 * matter.
 */
const code = withExample(
  z
    .string({ error: 'Code is required' })
    .trim()
    .min(1, { error: 'Code is required' })
    .max(50, { error: 'Use at most 50 characters' }),
  '492 039',
  'Six digits from the authenticator app',
);

const codeOrRecoveryCode = code.meta({
  description: 'Six digits from the authenticator app, or one of the recovery codes',
});

const recoveryCodes = withExample(
  z.array(z.string()),
  ['k7m2p-xq4wd-r9hst', 'h9r3t-vb6yc-2nqfz'],
  'Ten codes, each for one use instead of a code from the app. They are shown only now',
);

export const getTwoFactor = endpoint({
  method: 'GET',
  path: '/auth/two-factor',
  access: 'user',
  allowedDuring: ['set_up_two_factor'],
  summary: "The caller's second factor: whether it is on, and how many recovery codes are left",
  answers: {
    200: z.object({
      enabled: withExample(z.boolean(), true),
      enabled_at: timeOut.nullable(),
      compulsory: withExample(
        z.boolean(),
        false,
        'Whether this site asks the caller, as an administrator, for a second factor',
      ),
      recovery_codes_left: withExample(z.int(), 10),
    }),
  },
});

export const setUpTwoFactor = endpoint({
  method: 'POST',
  path: '/auth/two-factor/set-up',
  access: 'user',
  allowedDuring: ['set_up_two_factor'],
  summary:
    'Create a secret for an authenticator app; it counts once a first code is confirmed, within an hour',
  body: z.object({ current_password: currentPassword }),
  answers: {
    200: z.object({
      secret: withExample(z.string(), 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP', 'For typing into the app'),
      app_address: withExample(
        z.string(),
        'otpauth://totp/Foyer:mara.ellis?issuer=Foyer&secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&algorithm=SHA1&digits=6&period=30',
        'What the QR code for the app contains',
      ),
    }),
  },
  refuses: ['two_factor_already_on', 'too_many_requests'],
});

export const confirmTwoFactor = endpoint({
  method: 'POST',
  path: '/auth/two-factor/confirm',
  access: 'user',
  allowedDuring: ['set_up_two_factor'],
  summary: 'Switch the second factor on with a first code from the app',
  body: z.object({ code }),
  answers: { 200: z.object({ status: success, recovery_codes: recoveryCodes }) },
  refuses: ['two_factor_already_on', 'two_factor_setup_expired', 'too_many_requests'],
});

export const switchOffTwoFactor = endpoint({
  method: 'POST',
  path: '/auth/two-factor/switch-off',
  access: 'user',
  summary: 'Switch the second factor off, with the password and a code',
  body: z.object({ current_password: currentPassword, code: codeOrRecoveryCode }),
  answers: { 200: z.object({ status: success, msg: sentence('Two-factor authentication is off') }) },
  refuses: ['two_factor_not_on', 'two_factor_compulsory', 'too_many_requests'],
});

export const replaceRecoveryCodes = endpoint({
  method: 'POST',
  path: '/auth/two-factor/recovery-codes',
  access: 'user',
  summary: 'Create ten new recovery codes, with the password and a code; the old ones end',
  body: z.object({ current_password: currentPassword, code: codeOrRecoveryCode }),
  answers: { 200: z.object({ status: success, recovery_codes: recoveryCodes }) },
  refuses: ['two_factor_not_on', 'too_many_requests'],
});

export const logInWithCode = endpoint({
  method: 'POST',
  path: '/auth/two-factor/log-in',
  access: 'any',
  summary: 'The second step of a login: the challenge of the refused login, and a code',
  body: z.object({
    challenge: withExample(
      z
        .string({ error: 'Challenge is required' })
        .min(1, { error: 'Challenge is required' })
        .max(200, { error: 'Use at most 200 characters' }),
      'v0P3oW9mX2sK7qLr1TzYc8NhUeJdBgAi5fRk4yMwQtE',
    ),
    code: codeOrRecoveryCode,
  }),
  answers: logIn.answers,
  refuses: ['invalid_challenge', 'invalid_two_factor_code', 'too_many_requests'],
});

export const removeTwoFactor = endpoint({
  method: 'DELETE',
  path: '/users/:id/two-factor',
  access: 'admin',
  who: 'For site administrators, about everybody except themselves.',
  summary: "Switch off another user's second factor, for example after they lost their phone",
  params: idParams,
  answers: { 204: null },
  refuses: ['user_not_found', 'two_factor_not_on', 'password_confirmation_required'],
});
