/** @import { Guard } from './list.mjs' */

const features = 'server/src/features';
const currentPasswordTest = `${features}/users/users.current-password.test.ts`;
const limitsTest = `${features}/auth/auth.limits.test.ts`;
const lookUpsTest = `${features}/users/users.look-ups.test.ts`;
const forgettingTest = `${features}/accounts/accounts.forgetting.test.ts`;

/**
 * Guards that protect accounts against people who guess passwords, and that limit what users learn about each other.
 * @type {Guard[]}
 */
export const accountGuards = [
  {
    promise: 'nobody locks anybody out: failures count for an account and an address together',
    file: `${features}/users/users.tries.service.ts`,
    find: 'const pair = `${account} ${caller.address}`;',
    replace: 'const pair = account;',
    test: limitsTest,
    title:
      'logs in at once on a new device if an attacker has made fewer than twenty guesses, each from another network address',
  },
  {
    promise: 'nobody locks anybody out: a device that signed in before has a counter of its own',
    file: `${features}/users/users.tries.service.ts`,
    find: "if (device && (await tryUse(deps, 'login_device', device))) {",
    replace: 'if (device && !device) {',
    test: limitsTest,
    title: 'logs in at once on a device that logged in before',
  },
  {
    promise: 'nobody locks anybody out: a turn stays with the network that waits for it',
    file: `${features}/users/users.turns.service.ts`,
    find: "        .where('login_turns.ends_at', '<=', now),\n",
    replace: '',
    test: limitsTest,
    title:
      'logs in on a new device after waiting about a minute, while an attack from 200 network addresses continues',
  },
  {
    promise: 'guesses stay bounded however many addresses an attacker has',
    file: `${features}/users/users.tries.service.ts`,
    find: "const isSlowed = !(await tryUse(deps, 'login_account', account));",
    replace: 'const isSlowed = false;',
    test: limitsTest,
    title: 'is protected after twenty guesses: all network addresses together may then guess',
  },
  {
    promise: 'IPv6 callers are limited by their network',
    file: 'server/src/http/caller-address.ts',
    find: '  return shorten(ip, 64);',
    replace: '  return ip;',
    test: limitsTest,
    title: 'are counted together with guesses from other addresses of the same IPv6 /64 network',
  },
  {
    promise: 'nobody has a common password',
    file: `${features}/users/users.passwords.service.ts`,
    find: 'if (isCommonPassword(password)) throw',
    replace: "if (password === '') throw",
    test: `${features}/users/users.passwords.test.ts`,
    title: 'is refused when it is common',
  },
  {
    promise: 'an access token alone changes no email address',
    file: `${features}/users/users.profile.service.ts`,
    find: '    isSelf && opensAccount\n      ? await',
    replace: '    isSelf && change.password !== undefined\n      ? await',
    test: currentPasswordTest,
    title: 'needs the current password to change their own email address',
  },
  {
    promise: 'an access token alone deletes no account',
    file: `${features}/accounts/accounts.removal.service.ts`,
    find: "    await assertKnowsPassword(deps, actor, { field: 'current_password', password: currentPassword });\n",
    replace: '    void currentPassword;\n',
    test: currentPasswordTest,
    title: 'needs the current password to delete their own account',
  },
  {
    promise: 'a password is not changed with one that has been replaced meanwhile',
    file: `${features}/users/users.profile.service.ts`,
    find: 'if (hasOtherPassword || needsProof)',
    replace: 'if (needsProof)',
    test: currentPasswordTest,
    title: 'is refused if the other change has replaced the current password',
  },
  {
    promise: 'an unattended session of an administrator grants no rights',
    file: `${features}/users/users.passwords.service.ts`,
    find: 'if (age === null || age > recentMs) throw',
    replace: 'if (age === -1) throw',
    test: `${features}/users/users.recent-password.test.ts`,
    title: 'needs the password again when the login was longer ago',
  },
  {
    promise: 'an unattended session of an administrator opens no other account',
    file: `${features}/users/users.profile.service.ts`,
    find: 'if (!isSelf && opensAccount) assertRecentPassword(deps, actor);',
    replace: '',
    test: `${features}/users/users.recent-password.test.ts`,
    title: 'setting a password for another user',
  },
  {
    promise: 'a session ends after 90 days, however often it is refreshed',
    file: 'server/src/http/session-store.ts',
    find: 'Math.min(now.getTime() + sessionMs, token.session_created_at.getTime() + longestSessionMs)',
    replace: 'now.getTime() + sessionMs',
    test: `${features}/auth/auth.sessions.test.ts`,
    title: 'ends 90 days after the login',
  },
  {
    promise: 'a session ends after 90 days: the check constraint',
    file: 'server/src/db/migrations/0017-sessions-and-duties.sql',
    find: "check (expires_at <= created_at + interval '2160 hours')",
    replace: 'check (true)',
    test: `${features}/auth/auth.sessions.test.ts`,
    title: 'cannot be stored with a later end than 90 days after the login',
  },
  {
    promise: 'users sign out only their own devices',
    file: 'server/src/http/session-store.ts',
    find: "    .where('id', '=', sessionId)\n    .where('user_id', '=', userId)\n",
    replace: "    .where('id', '=', sessionId)\n    .where('user_id', '!=', 0 * userId)\n",
    test: `${features}/auth/auth.sessions.test.ts`,
    title: 'is refused for a device of another user, as if the device did not exist',
  },
  {
    promise: 'a password that an administrator chose is changed before anything else',
    file: 'server/src/http/route.ts',
    find: 'if (!isForSelf || !spec.allowedDuring?.includes(duty)) throw',
    replace: 'if (!isForSelf) throw',
    test: `${features}/users/users.duties.test.ts`,
    title: 'may make no calls except those that are allowed before the choice',
  },
  {
    promise: 'looking up other users is limited',
    file: `${features}/users/users.routes.ts`,
    find: '    if (userId !== actor.id) await countLookUp(',
    replace: '    if (userId === -1) await countLookUp(',
    test: lookUpsTest,
    title: 'an account may look up other users 60 times an hour in total',
  },
  {
    promise: 'a look-up by email does not tell strangers who has an account',
    file: `${features}/users/users.queries.ts`,
    find: 'if (actor.isSiteAdmin) return found.executeTakeFirst();',
    replace: 'if (actor.id > 0) return found.executeTakeFirst();',
    test: lookUpsTest,
    title: 'gives people outside the user’s teams the same answer for a known and an unknown email address',
  },
  {
    promise: 'sign-ups cannot test many addresses',
    file: `${features}/users/users.tries.service.ts`,
    find: "  await countUse(deps, 'taken_name', subject);\n",
    replace: '',
    test: lookUpsTest,
    title: 'after thirty sign-ups with a taken name, a network address cannot sign up anybody',
  },
  {
    promise: 'a download of all data needs a recent password',
    file: `${features}/accounts/accounts.export.service.ts`,
    find: '  assertRecentPassword(deps, actor);\n',
    replace: '',
    test: `${features}/accounts/accounts.export.test.ts`,
    title: 'requires that the caller, even an administrator, typed the password',
  },
  {
    promise: 'the audit keeps no name of a deleted person: notes',
    file: `${features}/accounts/accounts.removal.service.ts`,
    find: '  await removeNamesFromNotes(tx, person);\n',
    replace: '',
    test: forgettingTest,
    title: 'leaves no name in any text column of the database',
  },
  {
    promise: 'nothing keeps the address of a deleted person: finished jobs',
    file: `${features}/accounts/accounts.removal.service.ts`,
    find: '  await deps.jobs.forgetAddress(tx, person);\n',
    replace: '',
    test: forgettingTest,
    title: 'leaves no name in any text column of the database',
  },
];
