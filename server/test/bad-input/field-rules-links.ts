import { noBoolean } from './field-rules-events.ts';
import { emailRules, passwordRules } from './field-rules-people.ts';
import type { BodyRules } from './field-rules-table.ts';

const noToken = { token: 'Token is required' };

const tokenRules = [
  ...[undefined, null, '', '  ', 7].map((token) => [{ token }, noToken] as const),
  [{ token: 'a'.repeat(201) }, { token: 'Token is too long' }],
] as const;

export const linkRules: readonly BodyRules[] = [
  { key: 'POST /auth/verify-email', valid: {}, rules: tokenRules },
  { key: 'POST /auth/forgot-password', valid: {}, rules: emailRules },
  {
    key: 'POST /auth/reset-password',
    valid: { token: 'a', password: 'a good password' },
    rules: [...tokenRules, ...passwordRules],
  },
  { key: 'POST /mail-stops/find', valid: {}, rules: tokenRules },
  {
    key: 'POST /mail-stops',
    valid: { token: 'a', scope: 'all', is_stopped: true },
    rules: [
      ...tokenRules,
      [{ scope: 'everything' }, { scope: 'scope must be one of event, team, all' }],
      [{ scope: undefined }, { scope: 'Scope is required' }],
      [{ is_stopped: undefined }, { is_stopped: 'Is stopped is required' }],
      [{ is_stopped: 'yes' }, { is_stopped: noBoolean('is_stopped') }],
    ],
  },
];
