/** @import { Guard } from './list.mjs' */

const features = 'server/src/features';
const limitsTest = `${features}/auth/auth.limits.test.ts`;

/**
 * Guards of accounts against people who guess passwords, and of what users may learn of each other.
 * @type {Guard[]}
 */
export const accountGuards = [
  {
    promise: 'nobody locks anybody out: failures count for an account and an address together',
    file: `${features}/users/users.tries.service.ts`,
    find: 'const pair = `${account} ${caller.address}`;',
    replace: 'const pair = account;',
    test: limitsTest,
    title: 'logs in at once on a new device while one attacker tries from eleven addresses',
  },
  {
    promise: 'nobody locks anybody out: a device that signed in before has a counter of its own',
    file: `${features}/users/users.tries.service.ts`,
    find: "if (device && (await isWithinLimit(deps, 'login_device', device))) {",
    replace: 'if (device && !device) {',
    test: limitsTest,
    title: 'logs in at once on a device that signed in before',
  },
  {
    promise: 'nobody locks anybody out: a turn stays with the network that waits for it',
    file: `${features}/users/users.turns.service.ts`,
    find: "        .where('login_turns.ends_at', '<=', now),\n",
    replace: '',
    test: limitsTest,
    title: 'gets in on a new device within a minute while an attack from 200 addresses goes on',
  },
  {
    promise: 'guesses stay bounded however many addresses an attacker has',
    file: `${features}/users/users.tries.service.ts`,
    find: "const isSlowed = !(await isWithinLimit(deps, 'login_account', account));",
    replace: 'const isSlowed = false;',
    test: limitsTest,
    title: 'faces at most one guess for each 0.3 seconds',
  },
  {
    promise: 'IPv6 callers are limited by their network',
    file: 'server/src/http/caller-address.ts',
    find: '  return shorten(ip, 64);',
    replace: '  return ip;',
    test: limitsTest,
    title: 'are counted together for all addresses of one IPv6 /64 network',
  },
];
