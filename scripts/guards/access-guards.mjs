/** @import { Guard } from './list.mjs' */

const events = 'server/src/features/events';

/**
 * Guards that decide who sees which data of an event, which pictures are fetched and shown, and which characters
 * titles and names may contain.
 * @type {Guard[]}
 */
export const accessGuards = [
  {
    promise: 'counting ids tells a team no email address',
    file: 'server/src/features/tickets/tickets.queries.ts',
    find: 'mayReadAddress(actor, ticket) ? row.email : typed_email',
    replace: 'row.email',
    test: 'server/src/features/orders/registrations/addresses.test.ts',
    title: 'is hidden from the team, in lists and in every answer with the ticket',
  },
  {
    promise: 'counting ids tells a team no name',
    file: 'server/src/features/orders/orders.states.service.ts',
    find: 'case when ${madeBy}::bigint is null then coalesce(name, username) else username end',
    replace: 'coalesce(name, username)',
    test: 'server/src/features/orders/sale/names.test.ts',
    title: 'is not shown to a team that adds the user to an event',
  },
  {
    promise: 'a name that a user gives later is not written on orders that a team made',
    file: 'server/src/features/orders/after-sale/names.service.ts',
    find: "      .where('made_by', 'is', null)\n",
    replace: '',
    test: 'server/src/features/orders/sale/names.test.ts',
    title: 'is not shown to a team that adds the user to an event',
  },
  {
    promise: 'no ticket without a name when the organiser asks for names',
    file: 'server/src/features/orders/sale/sale.rules.ts',
    find: '  if (onOffer.asksForNames) assertNamed(body.items);\n',
    replace: '',
    test: 'server/src/features/orders/sale/names.test.ts',
    title: 'sells no ticket without a name',
  },
  {
    promise: 'a draft is 404 to outsiders',
    file: `${events}/events.policy.ts`,
    find: "role !== undefined || (event.status !== 'draft'",
    replace: "role !== undefined || (event.status !== 'none'",
    test: `${events}/events.permissions.test.ts`,
    title: 'is hidden from outsiders and shown to its team while it is a draft',
  },
  {
    promise: 'the creator of an event has rights only while a member of its team',
    file: `${events}/events.policy.ts`,
    find: 'standing.role !== undefined && caller?.id',
    replace: 'caller?.id',
    test: `${events}/events.permissions.test.ts`,
    title: 'has no rights to the event after leaving the team',
  },
  {
    promise: 'a private event is 404 without its key',
    file: `${events}/events.policy.ts`,
    find: '(event.is_public || isInvited)',
    replace: '(event.is_public || isInvited || true)',
    test: `${events}/events.private.test.ts`,
    title: 'is found only by its id together with its whole key',
  },
  {
    promise: 'only those who may edit a private event read its key',
    file: `${events}/events.routes.ts`,
    find: '...(can_edit && { private_key, picture_state })',
    replace: 'private_key, picture_state',
    test: `${events}/events.private.test.ts`,
    title: 'shows its key only to people who may edit the event',
  },
  {
    promise: 'no cache keeps the page of a private event',
    file: 'server/src/features/pages/pages.routes.ts',
    find: 'status === 200 && !isSecret ?',
    replace: 'status === 200 ?',
    test: 'server/src/features/pages/pages.test.ts',
    title: 'is not stored by browsers, not listed by search engines',
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
    title: 'when it is too large, without being downloaded completely',
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
    promise: 'a page runs no inline script but its own',
    file: 'server/src/http/security-headers.ts',
    find: '...inlineScripts.map(hashScript)',
    replace: '"\'unsafe-inline\'"',
    test: 'server/src/features/pages/pages.test.ts',
    title: 'runs no inline script but its own',
  },
  {
    promise: "visitors' browsers load pictures only from Foyer",
    file: 'server/src/http/security-headers.ts',
    find: "'img-src': [\"'self'\", 'data:', 'blob:']",
    replace: "'img-src': [\"'self'\", 'data:', 'blob:', 'https:']",
    test: 'server/src/features/pages/pages.test.ts',
    title: 'loads pictures only from Foyer',
  },
  {
    promise: 'titles and names have no invisible characters',
    file: 'contract/src/fields.ts',
    find: '.refine((value) => !hasHiddenCharacter(value), noHidden)',
    replace: '',
    test: 'contract/src/fields.test.ts',
    title: 'with a single line refuses invisible characters',
  },
];
