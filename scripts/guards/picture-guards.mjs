/** @import { Guard } from './list.mjs' */

/**
 * Guards that decide which pictures are fetched, stored, shown and removed.
 * @type {Guard[]}
 */
export const pictureGuards = [
  {
    promise: 'no colour shines through a transparent picture',
    file: 'server/src/storage/encode-picture.ts',
    find: 'if (!isOpaque) return null;',
    replace: 'void isOpaque;',
    test: 'server/test/uploads/uploads-pictures.test.ts',
    title: 'has its size and its main colour in its address, unless it is transparent',
  },
  {
    promise: 'a picture that was stored before pictures had a colour is still shown',
    file: 'contract/src/text/picture-address.ts',
    find: "{0,3})?)?';",
    replace: "{0,3})?)';",
    test: 'server/test/uploads/uploads-served.test.ts',
    title: 'when it was stored before pictures had a colour in their address',
  },
  {
    promise: 'an uploaded picture is removed when the change that brought it is refused',
    file: 'server/src/storage/saved-pictures.ts',
    find: '    else if (picture) await tryRemoveUnsavedPicture(deps, picture);\n',
    replace: '',
    test: 'server/test/uploads/uploads-people.test.ts',
    title: 'when the username is taken',
  },
  {
    promise: 'a picture that was saved keeps its files when the answer of COMMIT was lost',
    file: 'server/src/storage/saved-pictures.ts',
    find: '      progress.reachedCommit = true;\n',
    replace: '',
    test: 'server/test/uploads/uploads-removals.test.ts',
    title: 'and its answer is lost, the files stay only if the picture was saved',
  },
  {
    promise: 'the copy of a picture on another site is removed when its address cannot be saved',
    file: 'server/src/storage/keep-picture.ts',
    find: 'saveStored(deps, own, (tx) => owner.replace(tx, from, describePicture(own)))',
    replace: 'owner.replace(deps.db, from, describePicture(own))',
    test: 'server/test/uploads/uploads-removals.test.ts',
    title: 'and the COMMIT is lost, the copy of a picture on another site stays only if it was saved',
  },
  {
    promise: 'the photo of a deleted account is removed even if Foyer stops right after the deletion',
    file: 'server/src/features/users/users.service.ts',
    find: '  await enqueuePictureRemoval(deps, tx, removed.profile_image_url);\n',
    replace: '',
    test: 'server/test/uploads/uploads-removals.test.ts',
    title: 'are removed although Foyer stopped right after the commit',
  },
  {
    promise: 'a team cannot take, and so cannot remove, the uploaded picture of another team',
    file: 'server/src/features/teams/teams.service.ts',
    find: "  if (wanted !== null) throw fieldError('picture_url', 'Send the picture as a file');\n  return null;",
    replace: '  return wanted;',
    test: 'server/test/uploads/uploads-teams.test.ts',
    title: 'cannot be that of another team or on another site',
  },
  {
    promise: 'pictures are fetched only from the internet',
    file: 'server/src/storage/fetch-picture.ts',
    find: '!addresses.every(({ address }) => network.isPublic(address))',
    replace: 'addresses.length > 99',
    test: 'server/test/pictures/fetch-picture.test.ts',
    title: 'when the host name in the web address leads to this computer',
  },
  {
    promise: 'pictures are fetched only by https: every redirect is checked',
    file: 'server/src/storage/fetch-picture.ts',
    find: "url.protocol !== 'https:' || url.port !== ''",
    replace: "url.protocol === 'none:'",
    test: 'server/test/pictures/fetch-picture.test.ts',
    title: 'when a redirect leads to an address without TLS',
  },
  {
    promise: 'a picture that is fetched is not too large',
    file: 'server/src/storage/fetch-picture.ts',
    find: 'if (size > maxBytes)',
    replace: 'if (size > maxBytes * 1000)',
    test: 'server/test/pictures/fetch-picture.test.ts',
    title: 'when it is one byte too large',
  },
  {
    promise: 'a server that answers nothing useful does not hold up other pictures for ever',
    file: 'server/src/storage/fetch-picture.ts',
    find: "sent.on('close', () => reject(new Error('No response'))).end();",
    replace: 'sent.end();',
    test: 'server/test/pictures/fetch-picture.test.ts',
    title: 'when its server changes to another protocol',
  },
  {
    promise: "visitors' browsers load pictures only from Foyer",
    file: 'server/src/http/security-headers.ts',
    find: "'img-src': [\"'self'\", 'data:', 'blob:']",
    replace: "'img-src': [\"'self'\", 'data:', 'blob:', 'https:']",
    test: 'server/src/features/pages/pages.test.ts',
    title: 'loads pictures only from Foyer',
  },
];
