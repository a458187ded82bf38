import { row, type Row, type Scene } from './access-scene.ts';
import { answering, editors, editorsElseHidden } from './access-statuses.ts';

let made = 0;

function newCode() {
  made += 1;
  return { code: `CODE-${made}`, kind: 'percent', percent: 10 } as const;
}

async function makeCode({ app, teamId }: Scene, eventId: number, owner: 'event' | 'team' = 'event') {
  const { id } = await app.db
    .insertInto('promo_codes')
    .values({
      ...newCode(),
      team_id: owner === 'team' ? teamId : null,
      event_id: owner === 'event' ? eventId : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id: eventId, codeId: id };
}

const changes = (
  [
    ['of an event', editors, (scene: Scene) => scene.publish()],
    ['of a draft', editorsElseHidden, (scene: Scene) => scene.draft()],
    ['of a private event', editorsElseHidden, async (scene: Scene) => (await scene.privateEvent()).id],
  ] as const
).flatMap(([about, statuses, makeEvent]) => [
  row('GET /events/:id/promo-codes', about, statuses, async (scene) => ({
    params: { id: await makeEvent(scene) },
  })),
  row('POST /events/:id/promo-codes', about, answering(201, statuses), async (scene) => ({
    params: { id: await makeEvent(scene) },
    body: newCode(),
  })),
  row('PATCH /events/:id/promo-codes/:codeId', about, statuses, async (scene) => ({
    params: await makeCode(scene, await makeEvent(scene)),
    body: { ended: true },
  })),
]);

export const promoCodes: Row[] = [
  ...changes,
  row(
    'POST /events/:id/promo-codes',
    'for all events of the team',
    answering(201, editors),
    async (scene) => ({
      params: { id: await scene.publish() },
      body: { ...newCode(), all_events: true },
    }),
  ),
  row('PATCH /events/:id/promo-codes/:codeId', 'for all events of the team', editors, async (scene) => ({
    params: await makeCode(scene, await scene.publish(), 'team'),
    body: { ended: true },
  })),
  row(
    'PATCH /events/:id/promo-codes/:codeId',
    'of another event',
    answering(404, editors),
    async (scene) => ({
      params: { ...(await makeCode(scene, await scene.publish())), id: await scene.publish() },
      body: { ended: true },
    }),
  ),
];
