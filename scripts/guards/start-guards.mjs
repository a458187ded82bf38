/** @import { Guard } from './list.mjs' */

const refusals = 'server/test/start/refusals.test.ts';
const dataFolder = 'server/test/start/data-folder.test.ts';

/**
 * Guards that decide which settings and folders Foyer refuses at its start, and which data stay private.
 * @type {Guard[]}
 */
export const startGuards = [
  {
    promise: 'start: a public address needs FOYER_ENV=production',
    file: 'server/src/config-addresses.ts',
    find: '  if (!isLoopback(hostname) && !production) {\n',
    replace: '  if (!production && Date.now() < 0) {\n',
    test: refusals,
    title: 'does not start with a public address with NODE_ENV=Production',
  },
  {
    promise: 'start: production needs https',
    file: 'server/src/config-addresses.ts',
    find: "  if (!isLoopback(hostname) && protocol !== 'https:') {\n",
    replace: "  if (protocol === 'nothing:') {\n",
    test: refusals,
    title: 'does not start with a public address without TLS in production',
  },
  {
    promise: 'start: production refuses a secret that can be guessed',
    file: 'server/src/config.ts',
    find: '  if (production && isRepetitive(secret)) {\n',
    replace: '  if (!secret && isRepetitive(secret)) {\n',
    test: refusals,
    title: 'does not start with a secret of 32 equal letters in production',
  },
  {
    promise: 'start: CORS_ORIGINS lists sites',
    file: 'server/src/config-addresses.ts',
    find: "    return text === '' ? [] : [readOrigin(text)];\n",
    replace: "    return text === '' ? [] : [text, readOrigin].slice(0, 1).map(String);\n",
    test: refusals,
    title: 'does not start with CORS_ORIGINS=* in production',
  },
  {
    promise: 'start: nobody else reaches a database with demo passwords',
    file: 'server/src/main.ts',
    find: '  if (!config.devPages) await assertNoDemoPasswords(deps);\n',
    replace: '  void assertNoDemoPasswords;\n',
    test: refusals,
    title: 'is refused in production while a user still has the demo password',
  },
  {
    promise: 'start: the outbox is only for this computer',
    file: 'server/src/config.ts',
    find: '  const isPrivate = !production && isLoopback(host);\n',
    replace: '  const isPrivate = !production && (isLoopback(host) || true);\n',
    test: refusals,
    title: 'has no pages below /dev',
  },
  {
    promise: 'data folder: one process holds it, also between containers',
    file: 'server/src/db/lock-folder.ts',
    find: '; begin exclusive',
    replace: '',
    test: dataFolder,
    title: 'that cannot see the first process is refused, and the first process loses no data',
  },
  {
    promise: 'data folder: new files are readable by their owner only',
    file: 'server/src/data-dir.ts',
    find: '  process.umask(forOthers);\n',
    replace: '',
    test: dataFolder,
    title: 'can be read only by its owner, with all its files, even under umask 000',
  },
  {
    promise: 'data folder: files of the embedded database are readable by their owner only',
    file: 'server/src/db/private-files.ts',
    find: 'setMode(path, mode & 0o700, dontFollow)',
    replace: 'setMode(path, mode, dontFollow)',
    test: dataFolder,
    title: 'can be read only by its owner, with all its files, even under umask 000',
  },
  {
    promise: 'data folder: files from earlier versions become private',
    file: 'server/src/data-dir.ts',
    find: '    for (const name of kept) takeRightsAway(join(folder, name));\n',
    replace: '    void takeRightsAway;\n',
    test: dataFolder,
    title: 'becomes private again, under umask 022, when an earlier version left it open to other users',
  },
  {
    promise: 'components: a site that others use does not have the page of development',
    file: 'server/src/features/pages/pages.routes.ts',
    find: '(deps.config.devPages && isGallery(request.url))',
    replace: 'isGallery(request.url)',
    test: 'server/src/features/pages/pages.test.ts',
    title: 'answers 404 where devPages is false',
  },
];
