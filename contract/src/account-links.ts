import { z } from 'zod';
import { sentence } from './answer-fields.ts';
import { endpoint } from './endpoint.ts';
import { email, password, success, withExample } from './fields.ts';

/** The secret token that stands after the `#` in a mailed link. */
export const linkToken = withExample(
  z
    .string({ error: 'Token is required' })
    .trim()
    .min(1, { error: 'Token is required' })
    .max(200, { error: 'Token is too long' }),
  'v0P3oW9mX2sK7qLr1TzYc8NhUeJdBgAi5fRk4yMwQtE',
  'From the mailed link',
);

export const verifyEmail = endpoint({
  method: 'POST',
  path: '/auth/verify-email',
  access: 'any',
  summary: 'Verify an email address with the link that was mailed to it; the link works once',
  body: z.object({ token: linkToken }),
  answers: { 200: z.object({ status: success, msg: sentence('Your email address is verified') }) },
  refuses: ['link_expired', 'link_invalid', 'too_many_requests'],
});

export const resendVerification = endpoint({
  method: 'POST',
  path: '/auth/verify-email/resend',
  access: 'user',
  summary: 'Mail the link that verifies the own address again',
  answers: { 200: z.object({ status: success, msg: sentence('We have sent you a new link') }) },
  refuses: ['too_many_requests'],
});

export const forgotPassword = endpoint({
  method: 'POST',
  path: '/auth/forgot-password',
  access: 'any',
  summary:
    'Mail a link to choose a new password; the answer is the same whether the address has an account or not',
  body: z.object({ email }),
  answers: {
    200: z.object({
      status: success,
      msg: sentence('If this address has an account, we have sent it a link to choose a new password'),
    }),
  },
  refuses: ['too_many_requests'],
});

export const resetPassword = endpoint({
  method: 'POST',
  path: '/auth/reset-password',
  access: 'any',
  summary:
    'Choose a new password with the link that was mailed, or with the one for a new account; the link works once, and all sessions end',
  body: z.object({ token: linkToken, password }),
  answers: { 200: z.object({ status: success, msg: sentence('Your password is changed') }) },
  refuses: ['link_expired', 'link_invalid', 'too_many_requests'],
});
