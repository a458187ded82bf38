const code = [
  [{ code: undefined }, { code: 'Code is required' }],
  [{ code: '  ' }, { code: 'Code is required' }],
  [{ code: 123456 }, { code: 'Code is required' }],
  [{ code: '1'.repeat(51) }, { code: 'Use at most 50 characters' }],
] as const;

const currentPassword = [
  ...[undefined, '', 7].map(
    (current_password) =>
      [{ current_password }, { current_password: 'Current password is required' }] as const,
  ),
  [
    { current_password: 'a'.repeat(201) },
    { current_password: 'Password must be at most 200 characters' },
  ] as const,
];

const proofs = { current_password: 'a good password', code: '123456' };

export const twoFactorRules = [
  { key: 'POST /auth/two-factor/set-up', valid: proofs, rules: currentPassword },
  { key: 'POST /auth/two-factor/confirm', valid: proofs, rules: code },
  { key: 'POST /auth/two-factor/switch-off', valid: proofs, rules: [...currentPassword, ...code] },
  { key: 'POST /auth/two-factor/recovery-codes', valid: proofs, rules: [...currentPassword, ...code] },
  {
    key: 'POST /auth/two-factor/log-in',
    valid: { challenge: 'A'.repeat(43), code: '123456' },
    rules: [
      ...code,
      [{ challenge: undefined }, { challenge: 'Challenge is required' }],
      [{ challenge: '' }, { challenge: 'Challenge is required' }],
      [{ challenge: 'A'.repeat(201) }, { challenge: 'Use at most 200 characters' }],
    ],
  },
] as const;
