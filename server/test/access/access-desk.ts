import { row, type Row } from './access-scene.ts';
import { admins, team, teamAdmins, teamElseHidden } from './access-statuses.ts';

/** What a team and the administrators read about sales and money. */
export const desk: Row[] = [
  row('GET /teams/:id/desk', '', team, ({ teamId }) => ({ params: { id: teamId } })),
  row('GET /events/:id/figures', '', team, async ({ publish }) => ({ params: { id: await publish() } })),
  row('GET /events/:id/figures', 'of a draft', teamElseHidden, async ({ draft }) => ({
    params: { id: await draft() },
  })),
  row('GET /teams/:id/money', '', teamAdmins, ({ teamId }) => ({ params: { id: teamId } })),
  row('GET /teams/:id/money.csv', '', teamAdmins, ({ teamId }) => ({ params: { id: teamId } })),
  row('GET /admin/money', '', admins, () => ({})),
  row('GET /users/:id/mails', '', admins, ({ attendee }) => ({ params: { id: attendee.id } })),
];
