import { privateEvents } from './access-private-events.ts';
import { invitations } from './access-invitations.ts';
import { mailedLinks } from './access-links.ts';
import { sales } from './access-orders.ts';
import { desk } from './access-desk.ts';
import { row, type Row } from './access-scene.ts';
import {
  admins,
  answering,
  anybody,
  anybodyMakes,
  editors,
  editorsElseHidden,
  self,
  selfAndTeam,
  selfElseHidden,
  signedIn,
  signedInMakes,
  team,
  teamAdmins,
  teamElseHidden,
} from './access-statuses.ts';
import { twoFactor } from './two-factor-rows.ts';
import { makeUser, testPassword } from '../factories.ts';

let made = 0;

function newAccount() {
  made += 1;
  return { username: `made-${made}`, email: `made-${made}@example.org`, password: testPassword };
}

const times = { start_time: '2040-06-01T18:00:00.000Z', end_time: '2040-06-01T20:00:00.000Z' };

const accounts: Row[] = [
  row('POST /auth/register', '', anybodyMakes, () => ({ body: newAccount() })),
  row('POST /auth/login', '', anybody, ({ attendee }) => ({
    body: { username: attendee.username, password: testPassword },
  })),
  row('POST /auth/refresh-token', '', anybody, async ({ app }) => ({
    body: { refreshToken: (await makeUser(app)).refreshToken },
  })),
  row('POST /auth/logout', '', anybody, async ({ app }) => ({
    body: { refreshToken: (await makeUser(app)).refreshToken },
  })),
  row('GET /auth/sessions', '', signedIn, () => ({})),
  row('DELETE /auth/sessions', '', answering(204, signedIn), () => ({})),
  row(
    'DELETE /auth/sessions/:sessionId',
    'of the attendee',
    [401, 404, 204, 404, 404, 404, 404, 404, 404, 404],
    async (scene) => ({ params: { sessionId: await scene.attendeeSession() } }),
  ),
  row('POST /auth/confirm-password', '', signedIn, () => ({ body: { password: testPassword } })),

  row('GET /users', '', admins, () => ({})),
  row('POST /users', '', answering(201, admins), () => ({ body: newAccount() })),
  row('GET /users/:id', '', signedIn, ({ attendee }) => ({ params: { id: attendee.id } })),
  row('GET /users/username/:username', '', signedIn, ({ attendee }) => ({
    params: { username: attendee.username },
  })),
  row('GET /users/email/:email', '', selfElseHidden, ({ attendee }) => ({
    params: { email: attendee.email },
  })),
  row('PATCH /users/:id', '', self, ({ attendee }) => ({
    params: { id: attendee.id },
    body: { profile_image_url: 'https://example.org/me.png' },
  })),
  row('PATCH /users/:id', 'of another user, with a new password', admins, async ({ app }) => ({
    params: { id: (await makeUser(app)).id },
    body: { password: 'chosen by somebody else' },
  })),
  row('DELETE /users/:id', 'of another user', answering(204, admins), async ({ app }) => ({
    params: { id: (await makeUser(app)).id },
  })),
  row('GET /users/:id/is-site-admin', '', self, ({ attendee }) => ({ params: { id: attendee.id } })),
  row('GET /users/:id/export', '', self, ({ attendee }) => ({ params: { id: attendee.id } })),
  row('GET /users/:id/deletion', '', self, ({ attendee }) => ({ params: { id: attendee.id } })),
  row('GET /users/:id/registrations', '', self, ({ attendee }) => ({ params: { id: attendee.id } })),

  row('GET /admin/dashboard', '', admins, () => ({})),
  row('GET /admin/events', '', admins, () => ({})),
  row('GET /admin/system', '', admins, () => ({})),
  row('GET /admin/audit', '', admins, () => ({})),
  row('PATCH /admin/users/:id', '', admins, async ({ app }) => ({
    params: { id: (await makeUser(app)).id },
    body: { is_site_admin: true },
  })),
];

const events: Row[] = [
  row('GET /events', '', anybody, () => ({})),
  row('GET /events/upcoming', '', anybody, () => ({})),
  row('GET /events/past', '', anybody, () => ({})),
  row('GET /events/categories', '', anybody, () => ({})),
  row('GET /events/categories/:name', '', anybody, () => ({ params: { name: 'music' } })),
  row('GET /events/team/:teamId', '', anybody, ({ teamId }) => ({ params: { teamId } })),
  row('GET /events/draft', '', signedIn, () => ({})),
  row('GET /events/team/:teamId/draft', '', team, ({ teamId }) => ({ params: { teamId } })),
  row('GET /events/:id', '', anybody, async (scene) => ({ params: { id: await scene.publish() } })),
  row('GET /events/:id', 'of a draft', [404, ...teamElseHidden.slice(1)], async (scene) => ({
    params: { id: await scene.draft() },
  })),
  row('GET /events/:id/draft', '', teamElseHidden, async (scene) => ({
    params: { id: await scene.draft() },
  })),
  row('GET /events/:id/calendar', '', anybody, async (scene) => ({ params: { id: await scene.publish() } })),
  row('GET /events/:id/calendar', 'of a draft', [404, ...teamElseHidden.slice(1)], async (scene) => ({
    params: { id: await scene.draft() },
  })),
  row('GET /events/:id/availability', '', anybody, async (scene) => ({
    params: { id: await scene.publish() },
  })),
  row('GET /events/:id/registrations', '', signedIn, async (scene) => ({
    params: { id: await scene.publish() },
  })),
  row('GET /events/:id/registrations', 'of a draft', teamElseHidden, async (scene) => ({
    params: { id: await scene.draft() },
  })),
  row('POST /events', '', answering(201, editors), ({ teamId }) => ({
    body: { title: 'One more evening', ...times, team_id: teamId },
  })),
  row('PATCH /events/:id', '', editors, async (scene) => ({
    params: { id: await scene.publish() },
    body: { title: 'Changed' },
  })),
  row('PATCH /events/:id', 'moving the event to another team', teamAdmins, async (scene) => ({
    params: { id: await scene.publish() },
    body: { team_id: await scene.sameTeamAgain() },
  })),
  row('PATCH /events/:id', 'naming the team that already has the event', editors, async (scene) => ({
    params: { id: await scene.publish() },
    body: { team_id: scene.teamId },
  })),
  row('PATCH /events/:id', 'of a draft', editorsElseHidden, async (scene) => ({
    params: { id: await scene.draft() },
    body: { title: 'Changed' },
  })),
  row('DELETE /events/:id', '', answering(204, team), async (scene) => ({
    params: { id: await scene.publish() },
  })),
  row('DELETE /events/:id', 'of a draft', answering(204, teamElseHidden), async (scene) => ({
    params: { id: await scene.draft() },
  })),
  row('POST /events/:id/register', '', signedInMakes, async (scene) => ({
    params: { id: await scene.publish() },
  })),
  row(
    'POST /events/:id/register',
    'on behalf of an attendee',
    answering(201, selfAndTeam),
    async (scene) => ({
      params: { id: await scene.publish() },
      body: { user_id: scene.attendee.id },
    }),
  ),
  row('PATCH /events/registrations/:id/cancel', '', self, async (scene) => ({
    params: { id: (await scene.ticket()).registration_id },
  })),
];

const teams: Row[] = [
  row('GET /teams', '', anybody, () => ({})),
  row('GET /teams/:id', '', anybody, ({ teamId }) => ({ params: { id: teamId } })),
  row('GET /teams/name/:name', '', anybody, async ({ app, teamId }) => {
    const { body } = await app.call('GET /teams/:id', { params: { id: teamId } });
    return { params: { name: body.team.name.toUpperCase() } };
  }),
  row('POST /teams', '', signedInMakes, () => ({ body: { name: newAccount().username } })),
  row('PATCH /teams/:id', '', teamAdmins, ({ teamId }) => ({
    params: { id: teamId },
    body: { description: 'We put on evenings.' },
  })),
  row('DELETE /teams/:id', '', answering(204, teamAdmins), async (scene) => ({
    params: { id: await scene.sameTeamAgain() },
  })),

  row('GET /teams/:id/members', '', team, ({ teamId }) => ({ params: { id: teamId } })),
  row('GET /teams/members', '', admins, () => ({})),
  row('GET /teams/members/:id', '', team, async (scene) => ({ params: { id: await scene.membership() } })),
  row(
    'GET /teams/members/user/:userId',
    'of the organizer',
    [401, 403, 403, 403, 200, 403, 403, 403, 403, 200],
    ({ people }) => ({ params: { userId: people.organizer.id } }),
  ),
  row('GET /teams/members/:userId/role', 'of the organizer', team, ({ people }) => ({
    params: { userId: people.organizer.id },
  })),
  row('POST /teams/members', '', answering(201, teamAdmins), async ({ app, teamId }) => ({
    body: { team_id: teamId, role: 'organizer', user_id: (await makeUser(app)).id },
  })),
  row('POST /teams/members', 'creating a user as a member', answering(201, admins), ({ teamId }) => ({
    body: { team_id: teamId, role: 'organizer', ...newAccount() },
  })),
  row('PATCH /teams/:id/members/:memberId', '', teamAdmins, async (scene) => ({
    params: { id: scene.teamId, memberId: await scene.member() },
    body: { role: 'event_manager' },
  })),
  row(
    'DELETE /teams/:id/members/:memberId',
    'removing another member',
    answering(204, teamAdmins),
    async (scene) => ({
      params: { id: scene.teamId, memberId: await scene.member() },
    }),
  ),
];

const tickets: Row[] = [
  row('GET /tickets', '', admins, () => ({})),
  row('GET /tickets/:id', '', selfAndTeam, async (scene) => ({ params: { id: (await scene.ticket()).id } })),
  row('GET /tickets/:id/pdf', '', selfAndTeam, async (scene) => ({
    params: { id: (await scene.ticket()).id },
  })),
  row('GET /tickets/user/:userId', '', self, ({ attendee }) => ({ params: { userId: attendee.id } })),
  row('GET /tickets/user/:userId/event/:eventId', '', selfAndTeam, async (scene) => ({
    params: { userId: scene.attendee.id, eventId: (await scene.ticket()).event_id },
  })),
  row('GET /tickets/event/:eventId', '', team, async (scene) => ({
    params: { eventId: await scene.publish() },
  })),
  row('GET /tickets/verify/:code', '', selfAndTeam, async (scene) => ({
    params: { code: (await scene.ticket()).code },
  })),
  row('POST /tickets', '', answering(201, editors), async (scene) => ({
    body: { event_id: await scene.publish(10), user_id: scene.attendee.id },
  })),
  row('POST /tickets/use/:codeOrId', 'with the code of a ticket', team, async (scene) => ({
    params: { codeOrId: (await scene.ticket()).code },
  })),
  row('POST /tickets/use/:codeOrId', 'with the id of a ticket', team, async (scene) => ({
    params: { codeOrId: (await scene.ticket()).id },
  })),
  row('PATCH /tickets/:id', '', editors, async (scene) => ({
    params: { id: (await scene.ticket()).id },
    body: { status: 'cancelled' },
  })),
  row('DELETE /tickets/:id', '', answering(204, teamAdmins), async (scene) => ({
    params: { id: (await scene.ticket()).id },
  })),
];

const payments: Row[] = [
  row('POST /stripe/create-checkout-session', '', self, async (scene) => ({
    body: { eventId: await scene.publish(10), userId: scene.attendee.id },
  })),
  row('POST /stripe/create-payment-intent', '', self, async (scene) => ({
    body: { eventId: await scene.publish(10), userId: scene.attendee.id },
  })),
  row('GET /stripe/payment-methods/:userId', '', self, ({ attendee }) => ({
    params: { userId: attendee.id },
  })),
  row('GET /stripe/payments/:userId', '', self, ({ attendee }) => ({ params: { userId: attendee.id } })),
  row('GET /admin/payments', '', admins, () => ({})),
  row('POST /admin/payments/:id/reconcile', '', admins, async (scene) => ({
    params: { id: (await scene.paidTicket()).paymentId },
  })),
  row('GET /admin/webhooks', '', admins, () => ({})),
  row('POST /admin/webhooks/:webhookId/retry', '', admins, async (scene) => ({
    params: { webhookId: await scene.webhook() },
  })),
  row('POST /stripe/refund/:ticketId', '', teamAdmins, async (scene) => ({
    params: { ticketId: (await scene.paidTicket()).ticketId },
  })),
  row(
    'POST /stripe/refund/:ticketId',
    'of an event that became a draft again',
    [401, 404, 404, 404, 403, 403, 403, 200, 404, 200],
    async (scene) => {
      const { ticketId, eventId } = await scene.paidTicket();
      await scene.app.db.updateTable('events').set({ status: 'draft' }).where('id', '=', eventId).execute();
      return { params: { ticketId } };
    },
  ),
  row('GET /stripe/checkout-sessions/:sessionId', '', selfElseHidden, async (scene) => ({
    params: { sessionId: await scene.checkout() },
  })),
  row('GET /stripe/payment-status/:sessionId', '', selfElseHidden, async (scene) => ({
    params: { sessionId: await scene.checkout() },
  })),
  row('POST /stripe/sync-payment/:sessionId', '', selfElseHidden, async (scene) => ({
    params: { sessionId: await scene.paidCheckout() },
  })),
];

/** Each endpoint has one row, or several rows when the statuses depend on the event, ticket or user. */
export const table: Row[] = [
  ...accounts,
  ...mailedLinks,
  ...twoFactor,
  ...events,
  ...privateEvents,
  ...sales,
  ...teams,
  ...desk,
  ...invitations,
  ...tickets,
  ...payments,
];
