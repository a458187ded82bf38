import { randomUUID } from 'node:crypto';
import { findOnlyType } from '../orders.ts';
import { row, type Row, type Scene } from './access-scene.ts';
import {
  answering,
  attendee,
  editors,
  editorsElseHidden,
  self,
  team,
  teamElseHidden,
} from './access-statuses.ts';

const lists = (['GET /events/:id/orders', 'GET /events/:id/orders.csv'] as const).flatMap((key) => [
  row(key, '', team, async (scene) => ({ params: { id: await scene.publish() } })),
  row(key, 'of a draft', teamElseHidden, async (scene) => ({ params: { id: await scene.draft() } })),
  row(key, 'of a private event', teamElseHidden, async (scene) => ({
    params: { id: (await scene.privateEvent()).id },
  })),
]);

async function giveOne({ app }: Scene, id: number) {
  return {
    params: { id },
    headers: { 'idempotency-key': randomUUID() },
    body: {
      ticket_type_id: await findOnlyType(app, id),
      guests: [{ name: 'Ivo Marsh', email: `ivo-${randomUUID()}@example.org` }],
    },
  };
}

/** Only the user may claim the orders. Site administrators get 403. */
const onlySelf = answering(403, self).with(attendee, 200);

/** The lists of orders, and the call with which a user claims the orders of a guest. */
export const orderLists: Row[] = [
  ...lists,
  row('POST /events/:id/complimentary-tickets', '', answering(201, editors), async (scene) =>
    giveOne(scene, await scene.publish()),
  ),
  row(
    'POST /events/:id/complimentary-tickets',
    'of a draft',
    answering(409, editorsElseHidden),
    async (scene) => giveOne(scene, await scene.draft()),
  ),
  row('GET /users/:id/orders', '', self, (scene) => ({ params: { id: scene.attendee.id } })),
  row('POST /users/:id/orders/claim', '', onlySelf, (scene) => ({ params: { id: scene.attendee.id } })),
];
