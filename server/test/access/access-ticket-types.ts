import type { EndpointKey } from '@foyer/contract/index.ts';
import { row, type Row, type Scene } from './access-scene.ts';
import { answering, anybody, editors, editorsElseHidden, teamElseHidden } from './access-statuses.ts';

/** Adds a second ticket type to the event, because the only ticket type of an event cannot be deleted. */
async function addType({ app }: Scene, eventId: number) {
  const { id } = await app.db
    .insertInto('ticket_types')
    .values({ event_id: eventId, name: 'Reduced', price_pence: 0 })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id: eventId, typeId: id };
}

const changes = (
  [
    ['of an event', editors, (scene: Scene) => scene.publish()],
    ['of a draft', editorsElseHidden, (scene: Scene) => scene.draft()],
    ['of a private event', editorsElseHidden, async (scene: Scene) => (await scene.privateEvent()).id],
  ] as const
).flatMap(([about, statuses, makeEvent]) => [
  row('POST /events/:id/ticket-types', about, answering(201, statuses), async (scene) => ({
    params: { id: await makeEvent(scene) },
    body: { name: 'Family', price: 0 },
  })),
  row('PATCH /events/:id/ticket-types/:typeId', about, statuses, async (scene) => ({
    params: await addType(scene, await makeEvent(scene)),
    body: { paused: true },
  })),
  row('DELETE /events/:id/ticket-types/:typeId', about, answering(204, statuses), async (scene) => ({
    params: await addType(scene, await makeEvent(scene)),
  })),
]);

/** A call with an event and a ticket type of another event gets 404, even from users who may edit both events. */
const ofAnother = (
  ['PATCH /events/:id/ticket-types/:typeId', 'DELETE /events/:id/ticket-types/:typeId'] as const
).map((key: EndpointKey) =>
  row(key, 'of another event', answering(404, editors), async (scene) => ({
    params: { ...(await addType(scene, await scene.publish())), id: await scene.publish() },
    body: { paused: true },
  })),
);

export const ticketTypes: Row[] = [
  row('GET /events/:id/ticket-types', '', anybody, async (scene) => ({
    params: { id: await scene.publish() },
  })),
  row('GET /events/:id/ticket-types', 'of a draft', [404, ...teamElseHidden.slice(1)], async (scene) => ({
    params: { id: await scene.draft() },
  })),
  ...changes,
  row('POST /events/:id/repeats', '', answering(201, editors), async (scene) => ({
    params: { id: await scene.publish() },
    body: { starts: ['2032-11-27T18:30:00Z'] },
  })),
  row('POST /events/:id/repeats', 'of a draft', answering(201, editorsElseHidden), async (scene) => ({
    params: { id: await scene.draft() },
    body: { starts: ['2032-11-27T18:30:00Z'] },
  })),
  ...ofAnother,
];
