/** @import { Guard } from './list.mjs' */

const folder = 'server/src/features/auth/two-factor';

/**
 * Guards of the second factor of a login.
 * @type {Guard[]}
 */
export const twoFactorGuards = [
  {
    promise: 'no session before the second step of a login',
    file: 'server/src/features/auth/auth.service.ts',
    find: 'if (await hasTwoFactor(tx, proven.id)) return',
    replace: 'if (proven.id < 0) return',
    test: `${folder}/log-in.test.ts`,
    title: 'opens no session and makes no device known before the second step',
  },
  {
    promise: 'each code works once: the statement that uses a code up',
    file: `${folder}/codes.service.ts`,
    find: "    .where('last_step', '<', proof.step)\n",
    replace: '',
    test: `${folder}/log-in.test.ts`,
    title: 'accepts each code once, so that nobody can use a code that they saw somebody type',
  },
  {
    promise: 'each code works once: the code that confirmed the set-up',
    file: `${folder}/two-factor.service.ts`,
    find: 'last_step: step, recovery_salt: salt',
    replace: 'last_step: 0, recovery_salt: salt',
    test: `${folder}/log-in.test.ts`,
    title: 'refuses the code with which the user has set up the second factor',
  },
  {
    promise: 'a challenge works once',
    file: `${folder}/log-in.service.ts`,
    find: 'if (!(await useChallenge(tx, typed.challenge)))',
    replace: 'if (typed.challenge === "")',
    test: `${folder}/log-in.test.ts`,
    title: 'works once, also when two codes come with it at once',
  },
  {
    promise: 'a challenge ends when the password changes',
    file: `${folder}/challenges.service.ts`,
    find: "    .where('password_mark', '=', passwordMark)\n    .executeTakeFirst();\n  return found",
    replace: '    .executeTakeFirst();\n  return found',
    test: `${folder}/log-in.test.ts`,
    title: 'ends when the password is changed',
  },
  {
    promise: 'no challenge that is being answered outlives a new password',
    file: `${folder}/challenges.service.ts`,
    find: "    .where('password_mark', '=', passwordMark)\n    .executeTakeFirst();\n  return used",
    replace: '    .executeTakeFirst();\n  return used',
    test: 'server/src/features/auth/auth.races.test.ts',
    title: 'opens no session for a challenge of the old password',
  },
  {
    promise: 'no login that is under way outlives a new password',
    file: 'server/src/features/auth/auth.service.ts',
    find: 'if (present?.password_hash !== proven.password_hash)',
    replace: 'if (present === undefined)',
    test: 'server/src/features/auth/auth.races.test.ts',
    title: 'a login with the old password opens no session',
  },
  {
    promise: 'one account does not use up the hashing of passwords',
    file: 'server/src/passwords.ts',
    find: 'if (already >= most) throw',
    replace: 'if (already < 0) throw',
    test: 'server/src/passwords.test.ts',
    title: 'lets one user wait for few passwords at once',
  },
  {
    promise: 'codes cannot be guessed: a right password does not clear the count of wrong codes',
    file: 'server/src/features/users/users.tries.service.ts',
    find: "prover.isSecondFactor ? 'second_factor_session' : 'secret_of_session'",
    replace: "'secret_of_session'",
    test: `${folder}/tries.test.ts`,
    title: 'are refused after ten, even if the right password is confirmed in between',
  },
  {
    promise: 'codes cannot be guessed: wrong codes of all unknown devices count together',
    file: 'server/src/features/users/users.tries.service.ts',
    find: "['second_factor_account', String(prover.userId)]",
    replace: "['second_factor_account', prover.caller.address]",
    test: `${folder}/tries.test.ts`,
    title: 'are refused after ten in fifteen minutes',
  },
  {
    promise: 'the secrets of authenticator apps are useless to somebody who copies the database',
    file: `${folder}/sealing.rules.ts`,
    find: 'cipher.update(secret',
    replace: 'Buffer.from(secret), cipher.update(secret',
    test: `${folder}/two-factor.test.ts`,
    title: 'keeps no readable secret in the database',
  },
  {
    promise: 'REQUIRE_TWO_FACTOR=admins: an administrator without a second factor can only set it up',
    file: 'server/src/http/session.ts',
    find: "requireTwoFactor === 'admins' && user.is_site_admin",
    replace: 'false',
    test: `${folder}/administrators.test.ts`,
    title: 'is refused every call except those for their own account',
  },
  {
    promise: 'an administrator needs a recent password to switch off the second factor of somebody else',
    file: `${folder}/two-factor.service.ts`,
    find: '  assertRecentPassword(deps, actor);\n',
    replace: '',
    test: `${folder}/administrators.test.ts`,
    title: 'must have entered the password in the last ten minutes',
  },
];
