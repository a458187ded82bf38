import { row, type Row } from './access-scene.ts';
import { answering, attendee, self, team, teamElseHidden } from './access-statuses.ts';

const lists = (['GET /events/:id/orders', 'GET /events/:id/orders.csv'] as const).flatMap((key) => [
  row(key, '', team, async (scene) => ({ params: { id: await scene.publish() } })),
  row(key, 'of a draft', teamElseHidden, async (scene) => ({ params: { id: await scene.draft() } })),
  row(key, 'of a private event', teamElseHidden, async (scene) => ({
    params: { id: (await scene.privateEvent()).id },
  })),
]);

/** Only the user may claim, so site administrators may not. */
const onlySelf = answering(403, self).with(attendee, 200);

/** The lists of orders, and the call with which a user claims the orders of a guest. */
export const orderLists: Row[] = [
  ...lists,
  row('GET /users/:id/orders', '', self, (scene) => ({ params: { id: scene.attendee.id } })),
  row('POST /users/:id/orders/claim', '', onlySelf, (scene) => ({ params: { id: scene.attendee.id } })),
];
