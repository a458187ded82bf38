/** @import { Guard } from './list.mjs' */

const features = 'server/src/features';
const claims = `${features}/orders/lists/claims.service.ts`;
const claimTest = `${features}/accounts/accounts.claims.test.ts`;
const lists = `${features}/orders/lists`;
const guestList = `${features}/orders/guest-list`;
const guestTest = `${guestList}/guest-list.test.ts`;

/** @type {Guard[]} */
export const orderListGuards = [
  {
    promise: 'claims: only a verified address claims the orders of a guest',
    file: `${features}/accounts/accounts.claims.service.ts`,
    find: "  if (!user.email_verified) throw new ApiError('email_not_verified');\n",
    replace: '',
    test: claimTest,
    title: 'stay with the guest until the user has verified the address',
  },
  {
    promise: 'claims: nobody claims for somebody else',
    file: `${features}/accounts/accounts.claims.service.ts`,
    find: "  if (actor.id !== userId) throw new ApiError('forbidden');\n",
    replace: '',
    test: claimTest,
    title: 'can be counted and claimed only by the user',
  },
  {
    promise: 'claims: an order of an account is not claimed again',
    file: claims,
    find: "    .where('orders.user_id', 'is', null)\n",
    replace: '',
    test: claimTest,
    title: 'move to the account only once when the user sends several claims at the same moment',
  },
  {
    promise: 'claims: a hold stays with the guest, so an account has one hold per event',
    file: claims,
    find: "    .where('orders.confirmed_at', 'is not', null)\n",
    replace: '',
    test: claimTest,
    title: 'leaves held orders with the guest until they are paid',
  },
  {
    promise: 'claims: the payments of a claimed order go to the account',
    file: `${features}/payments/payments.claims.service.ts`,
    find: '    .set({ user_id: userId })\n',
    replace: '    .set({ user_id: null })\n',
    test: claimTest,
    title: 'move to the account when the user claims them, and can still be opened with the guest’s key',
  },
  {
    promise: 'order lists: an address that the team may not read is not shown',
    file: `${lists}/lists.queries.ts`,
    find: '  return isKnown ? order.buyer_email : typedEmail;',
    replace: '  return isKnown || typedEmail === null ? order.buyer_email : typedEmail;',
    test: `${lists}/lists.test.ts`,
    title:
      'hide the email address of a guest if the team registered the guest by username, also from the search',
  },
  {
    promise: 'orders: an address that the team may not read is not shown with one order either',
    file: `${features}/orders/orders.access.service.ts`,
    find: 'return findShownEmail(actor, order, tickets.at(-1)?.attendee_email ?? null);',
    replace: 'return order.buyer_email;',
    test: `${lists}/lists.test.ts`,
    title:
      'hide the email address of a guest if the team registered the guest by username, also from the search',
  },
  {
    promise: 'order lists: an address that the team may not read is not found by a search',
    file: 'server/src/db/migrations/0031-order-lists.sql',
    find: "case when made_by is null or channel = 'complimentary' then",
    replace: 'case when true then',
    test: `${lists}/lists.test.ts`,
    title:
      'hide the email address of a guest if the team registered the guest by username, also from the search',
  },
  {
    promise: 'order lists: a spreadsheet runs no cell as a formula',
    file: `${lists}/csv.rules.ts`,
    find: "    const safe = formulaLike.test(text) ? `'${text}` : text;\n",
    replace: '    const safe = text;\n',
    test: `${lists}/lists.test.ts`,
    title: 'has one line for each ticket, and no cell that a spreadsheet would run as a formula',
  },
  {
    promise: 'order lists: a spreadsheet is read in parts of at most 2,000 tickets',
    file: `${lists}/csv.service.ts`,
    find: 'const ticketsAtOnce = 2000;',
    replace: 'const ticketsAtOnce = 2_000_000;',
    test: `${lists}/lists.test.ts`,
    title: 'is read in parts of at most 2,000 tickets, however many tickets an order has',
  },
  {
    promise: 'order lists: a spreadsheet waits for its turn like other costly work',
    file: `${lists}/lists.routes.ts`,
    find: 'await doCostlyParts(deps, actor, parts)',
    replace: 'parts',
    test: 'server/test/costly-work.test.ts',
    title: "is refused while the server is busy with other exports, and so is the table of an event's orders",
  },
  {
    promise: 'guest lists: all guests get their tickets, or nobody',
    file: `${guestList}/guest-list.service.ts`,
    find: '  if (refusal) throw refusal;\n',
    replace: '  if (refusal && wanted.length === 1) throw refusal;\n',
    test: guestTest,
    title: 'gives nobody a ticket when the places do not suffice for all, and says how many are left',
  },
  {
    promise: 'guest lists: the same key gives no second tickets',
    file: `${guestList}/guest-list.rules.ts`,
    find: '.update(`${giverId} ${key}`)',
    replace: '.update(`${giverId} ${key} ${Math.random()}`)',
    test: guestTest,
    title: 'creates its orders once when the same request is sent several times at the same moment',
  },
  {
    promise: 'guest lists: the owner of an address can stop such mails',
    file: `${features}/orders/mails/tickets.service.ts`,
    find: "  return { kind: 'unasked', mustArrive: true, senderIds, teamId: team_id } as const;",
    replace: "  return { kind: 'order', mustArrive: true, senderIds, teamId: team_id } as const;",
    test: guestTest,
    title: 'sends no mail to a guest who has stopped mail from Foyer or from the team',
  },
  {
    promise: 'guest lists: names that organisers chose become no links',
    file: `${features}/orders/mails/tickets.emails.ts`,
    find: "    order: breakLinksIn(order, ['event_title', 'location', 'team_name']),",
    replace: '    order,',
    test: guestTest,
    title: 'brings each guest one mail that says who sent it and why, with a link to the order',
  },
  {
    promise: 'guest lists: an account cannot mail very many strangers',
    file: `${guestList}/guest-list.service.ts`,
    find: "          { name: 'naming' as const, subject: actor.id },\n",
    replace: '',
    test: guestTest,
    title:
      'refuse a list when its sender has invited thirty guests in an hour, or when five lists named the same mailbox',
  },
  {
    promise: 'guest lists: a mailbox gets only a few lists in an hour',
    file: `${guestList}/guest-list.service.ts`,
    find: "    { name: 'order_mailbox' as const, subject: hashMailbox(email) },\n",
    replace: '',
    test: guestTest,
    title:
      'refuse a list when its sender has invited thirty guests in an hour, or when five lists named the same mailbox',
  },
  {
    promise: 'the list of attendees: an older answer does not overwrite a check-in',
    file: 'web/src/api/update-loaded.ts',
    find: '  await queryClient.cancelQueries(one);\n',
    replace: '',
    test: 'web/src/api/update-loaded.test.ts',
    title: 'is not overwritten by a load that began before the change',
  },
  {
    promise: 'the checkout: what the buyer typed is deleted when the order is placed',
    file: 'web/src/features/orders/checkout/checkout-draft.ts',
    find: '      if (isDropped) return;\n',
    replace: '',
    test: 'web/src/features/orders/checkout/checkout-draft.test.ts',
    title: 'is deleted when the order is placed, and the closing form stores nothing again',
  },
  {
    promise: 'a request whose answer was lost does its work once: it keeps its key',
    file: 'web/src/features/orders/use-request-key.ts',
    find: 'if (open.text !== text) open =',
    replace: 'open =',
    test: 'web/src/features/orders/use-request-key.test.ts',
    title: 'stays the same while no answer comes, so that the work is done once',
  },
  {
    promise: 'the same request after a success is new work: it gets a new key',
    file: 'web/src/features/orders/use-request-key.ts',
    find: "    if (open === sent) open = { text: '', key: '' };\n",
    replace: '',
    test: 'web/src/features/orders/use-request-key.test.ts',
    title: 'is new for the same body after a success, and for another body',
  },
  {
    promise: 'typed text: each open form of an event has a draft of its own',
    file: 'web/src/features/events/drafts/event-draft.ts',
    find: 'const ownKey = `${keys.inBrowser}${makeRandomWord()}`;',
    replace: 'const ownKey = keys.inBrowser;',
    test: 'web/src/features/events/drafts/event-draft.test.ts',
    title: 'keep what they have when the other is saved or left',
  },
  {
    promise: 'typed text: no tab offers what is still being typed in another',
    file: 'web/src/features/events/drafts/event-draft.ts',
    find: ' && !held.has(key)',
    replace: '',
    test: 'web/src/features/events/drafts/event-draft.test.ts',
    title: 'do not offer what is still being typed in the other',
  },
];
