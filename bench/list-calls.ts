export interface ListCall {
  path: string;
  userId?: number;
  /**
   * The limits for the call. `search`: at most 50 ms, and no big table is read whole. `page`: the same, and at most
   * 500 sorted rows, or the rows of the page if they are more. `whole`: no limits.
   */
  kind: 'page' | 'search' | 'whole';
}

export const admin = 1;
const busyUser = 2;
/** The id of the user who has the role team_admin in team 7. */
const teamMember = 1 + 7 * 9;

const userColumns = ['id', 'username', 'email', 'is_site_admin', 'created_at'];

/** `large-event.sql` adds this event to the 100,000 events of `large-data.sql`. */
const largestEvent = 100_001;

const sorts = ['start_time', 'price', 'location', 'max_attendees', 'title'];

/** Lists two calls for each column of an administrators' table: the first page, and a page far from the start. */
function sorted(path: string, columns: readonly string[], farPage: number): ListCall[] {
  return columns.flatMap((column) => [
    page(`${path}?limit=20&sort_by=${column}&order=desc`, admin),
    page(`${path}?limit=20&sort_by=${column}&page=${farPage}`, admin),
  ]);
}

/**
 * The calls for public lists, whose events depend on the date. Nearly every event contains the word `the`, and three
 * in four contain `music`.
 */
export const publicCalls: ListCall[] = [
  ...sorts.flatMap((sort) =>
    ['asc', 'desc'].flatMap((order) => [
      page(`/events?sort_by=${sort}&order=${order}`),
      page(`/events?sort_by=${sort}&order=${order}&category=music`),
    ]),
  ),
  page('/events?limit=100&page=150'),
  page('/events?limit=100&page=150&sort_by=price&order=desc'),
  ...['when=today', 'when=weekend', 'free=true', 'free=true&when=weekend&category=music'].map((days) =>
    page(`/events?${days}`),
  ),
  page('/events?sort_by=created_at&order=desc'),
  page('/events?one_per_series=true&sort_by=published_at&order=desc'),
  page('/events?one_per_series=true'),
  page('/events/upcoming'),
  page('/events/past'),
  page('/events/past?limit=100&page=150'),
  search('/events?q=the&limit=100'),
  search('/events?q=music&limit=100'),
  search('/events?q=music&limit=100&sort_by=price&order=desc'),
  search('/events?q=music&limit=100&category=food'),
  search('/events?q=cranes&limit=100'),
  search('/events?q=cranes+jazz&limit=100'),
  search('/events?q=zeppelin&limit=100'),
  search('/events?q=nowhere&limit=100'),
  search('/events?q=ja&limit=100'),
  search('/events?q=qz&limit=100'),
  search('/events?q=x&limit=100'),
];

/** The lists of the 100,000 orders of the event in `large-event.sql`. A common word finds most orders. */
const orderLists: ListCall[] = [
  ...['', 'page=5000', 'status=confirmed', 'status=cancelled', 'status=held', 'channel=complimentary'].map(
    (query) => page(`/events/${largestEvent}/orders?limit=20&${query}`, admin),
  ),
  // The ids of the ticket types with the most and the fewest tickets.
  whole(`/events/${largestEvent}/orders?limit=20&ticket_type_id=100001`, admin),
  page(`/events/${largestEvent}/orders?limit=20&ticket_type_id=100003`, admin),
  ...['ivo', 'ivo c4ca', 'guest c4ca', 'large000123', 'buyer.4711', 'nobody', 'ivo&status=cancelled'].map(
    (words) => search(`/events/${largestEvent}/orders?limit=20&search=${words}`, admin),
  ),
  whole(`/events/${largestEvent}/orders?limit=20&search=example`, admin),
  whole(`/events/${largestEvent}/orders.csv?search=guest+c4`, admin),
  page(`/users/${busyUser}/orders`, busyUser),
  page(`/users/${busyUser}/orders?limit=100&page=5`, busyUser),
];

export const otherCalls: ListCall[] = [
  ...orderLists,
  page('/events/categories'),
  page('/events/team/7'),
  page('/events/team/7', teamMember),
  page('/events/team/7/draft', teamMember),
  page('/events/draft', teamMember),
  page('/events/5000/registrations', admin),
  whole('/events/1/registrations', admin),
  page('/tickets/event/5000', admin),
  whole('/tickets/event/1', admin),
  page(`/users/${busyUser}/registrations`, busyUser),
  page(`/users/${busyUser}/registrations?status=all`, busyUser),
  page(`/tickets/user/${busyUser}`, busyUser),
  page(`/stripe/payments/${busyUser}`, busyUser),
  page('/teams/7/members', teamMember),
  page(`/teams/members/user/${teamMember}`, teamMember),
  page('/tickets', admin),
  page('/tickets?limit=100&page=1000', admin),
  page('/users?limit=100', admin),
  page('/users?limit=100&page=400', admin),
  search('/users?limit=100&q=person.123', admin),
  search('/users?limit=100&q=example', admin),
  ...sorted('/users', userColumns, 2000),
  search('/users?limit=20&q=person.123&sort_by=created_at&order=desc', admin),
  search('/users?limit=20&q=example&sort_by=username&order=desc', admin),
  page('/teams?limit=100'),
  ...sorted('/teams', ['id', 'name', 'description', 'created_at'], 200),
  // Sorting by `member_count` counts the members of every team, so this call breaks the rules of `page`.
  search('/teams?limit=20&sort_by=member_count&order=desc', admin),
  ...sorted('/admin/events', ['id', 'title', 'start_time', 'status', 'team_name', 'creator_username'], 400),
  search('/admin/events?limit=20&q=jazz&sort_by=start_time&order=desc', admin),
  search('/admin/events?limit=20&q=jazz&sort_by=team_name', admin),
  search('/admin/events?limit=20&q=the&sort_by=title', admin),
  page('/teams?limit=100&page=40'),
  search('/teams?limit=100&q=harbour'),
  page('/teams/members?limit=100', admin),
  search('/teams/members?limit=100&q=harbour', admin),
  search('/teams/members?limit=100&q=person_12', admin),
  page('/admin/dashboard?limit=100', admin),
  page('/admin/dashboard?limit=100&page=40', admin),
  search('/admin/dashboard?limit=100&q=jazz', admin),
];

/** The administrators' table of 50,000 users: the first, middle and last page in each order, and searches. */
export const userTablePaths = [
  ...userColumns.flatMap((column) =>
    ['asc', 'desc'].flatMap((order) =>
      [1, 1250, 2500].map((number) => `/users?limit=20&page=${number}&sort_by=${column}&order=${order}`),
    ),
  ),
  '/users?limit=20&q=person.123',
  '/users?limit=20&q=example&sort_by=username&order=desc',
  '/users?limit=20&q=nobody',
  '/users?limit=20&q=x',
];

function page(path: string, userId?: number): ListCall {
  return { path, userId, kind: 'page' };
}

function search(path: string, userId?: number): ListCall {
  return { path, userId, kind: 'search' };
}

function whole(path: string, userId?: number): ListCall {
  return { path, userId, kind: 'whole' };
}
