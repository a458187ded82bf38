/** @import { Guard } from './list.mjs' */

const door = 'server/src/features/tickets/door';

/**
 * Guards of the door: which tickets a volunteer's link may check in, and what happens to a scan that is sent again.
 * @type {Guard[]}
 */
export const doorGuards = [
  {
    promise: 'a link for volunteers opens its own event alone',
    file: `${door}/door.queries.ts`,
    find: "    .where('door_links.event_id', '=', eventId)\n",
    replace: '',
    test: `${door}/links.test.ts`,
    title: 'opens no other event',
  },
  {
    promise: 'a link for volunteers needs its secret',
    file: `${door}/access.service.ts`,
    find: ' || !timingSafeEqual(hashToken(secret), link.key_hash)',
    replace: '',
    test: `${door}/links.test.ts`,
    title: 'opens nothing with another secret behind the right number',
  },
  {
    promise: 'a revoked link for volunteers opens nothing',
    file: `${door}/door.queries.ts`,
    find: "    .where('door_links.revoked_at', 'is', null)\n",
    replace: '',
    test: `${door}/links.test.ts`,
    title: 'opens nothing at the next request after it was revoked, and stays in the list',
  },
  {
    promise: 'a link for volunteers ends when its maker leaves the team',
    file: `${door}/door.queries.ts`,
    find: '    .where(mayMakerCheckIn),',
    replace: '    .where(sql<boolean>`true`),',
    test: `${door}/links.test.ts`,
    title: 'stops working when the person who made it leaves the team, and the list says so',
  },
  {
    promise:
      'an event has at most 50 links for volunteers: those made at the same moment wait for each other',
    file: `${door}/links.service.ts`,
    find: "    await tx.selectFrom('events').select('id').where('id', '=', eventId).forNoKeyUpdate().execute();\n",
    replace: '',
    test: `${door}/links.test.ts`,
    title: 'is one of at most 50 that work, also when several are made at the same moment',
  },
  {
    promise: 'a link for volunteers works only on the day of its event',
    file: `${door}/access.service.ts`,
    find: 'now < opens_at || now >= closes_at',
    replace: 'now < opens_at',
    test: `${door}/links.test.ts`,
    title: 'is closed after that',
  },
  {
    promise: 'a scan that is sent again gets its first answer',
    file: `${door}/door.service.ts`,
    find: '    if (earlier?.ticket_id === ticketId) return repeatOutcome(ticket, earlier);\n',
    replace: '',
    test: `${door}/door.test.ts`,
    title: 'gets its first answer when the device sends it again',
  },
  {
    promise: 'a scan that is sent again says no more that it admitted somebody after its check-in was undone',
    file: `${door}/door.service.ts`,
    find: "isItsUse ? 'admitted' : (refusedStatus[ticket.status] ?? 'check_in_undone')",
    replace: "'admitted'",
    test: `${door}/door.test.ts`,
    title: 'gets another answer after its check-in was undone, and admits nobody',
  },
  {
    promise: '7 a used ticket has exactly one use: the lock of its ticket by a scan',
    file: `${door}/door.queries.ts`,
    find: "    .forNoKeyUpdate('tickets')\n",
    replace: '',
    test: `${door}/door.test.ts`,
    title: 'admits a ticket once when two links scan it at the same moment',
  },
  {
    promise: 'a link for volunteers undoes only its own check-ins',
    file: `${door}/door.service.ts`,
    find: "    if (ticket.used_link !== checker.linkId) throw new ApiError('forbidden');\n",
    replace: '',
    test: `${door}/door.test.ts`,
    title: 'is possible for the link that made it, and not for another link',
  },
  {
    promise: 'a scan is not older than the day of its event',
    file: `${door}/door.service.ts`,
    find: "  if (scanned_at && scannedAt < findOpening(ticket).opens_at) return 'too_early';\n",
    replace: '',
    test: `${door}/door.test.ts`,
    title: 'is refused when it is older than the day of the event',
  },
  {
    promise: 'the door: a scan that is sent again does not excuse a ticket that somebody else has used',
    file: 'web/src/features/door/lost-scans.ts',
    find: '.some(({ scanId }) => scanId !== id)',
    replace: '.length > 0',
    test: 'web/src/features/door/lost-scans.test.ts',
    title: 'do not excuse a used ticket when one of them is sent again, unless another one was lost too',
  },
  {
    promise: 'the door: a lost scan of a QR code is known when the guest is then chosen by name',
    file: 'web/src/features/door/lost-scans.ts',
    find: '? { id: code, codeHash: guest?.code_hash }',
    replace: '? { id: code }',
    test: 'web/src/features/door/lost-scans.test.ts',
    title: 'are known for a QR code that the list of guests had only after the scan',
  },
  {
    promise: 'the door: a lost scan of a guest without a code is known when the guest then shows the QR code',
    file: 'web/src/features/door/lost-scans.ts',
    find: ': { id: guest?.id, codeHash: hash };',
    replace: ': { codeHash: hash };',
    test: 'web/src/features/door/lost-scans.test.ts',
    title: 'are known for a group that the list of guests had only after the scan',
  },
  {
    promise: 'the door: a look-up that got no answer is not sent again as if it were a scan',
    file: 'web/src/features/door/lost-scans.ts',
    find: "if (sent || answer.kind !== 'unsure') await note",
    replace: 'await note',
    test: 'web/src/features/door/door.scans.api.test.ts',
    title: 'sends nothing that could be sent again',
  },
  {
    promise: 'the door: a lost check-in without an id is known until its own ticket gets an answer',
    file: 'web/src/features/door/lost-scans.ts',
    find: 'lost.filter(({ scanId }) => !id || scanId !== id)',
    replace: 'lost.filter(({ scanId }) => scanId !== id)',
    test: 'web/src/features/door/lost-scans.test.ts',
    title: 'excuse a used ticket when one was sent without an id, and cannot be sent again',
  },
];
