import { randomUUID } from 'node:crypto';
import { moveEvent } from '../tickets.ts';
import { row, type Row, type Scene } from './access-scene.ts';
import { answering, team, teamElseHidden } from './access-statuses.ts';

/** Makes an event whose doors are open, with a ticket of the attendee. */
async function openEvent(scene: Scene) {
  const { event_id: id, id: ticketId } = await scene.ticket();
  await moveEvent(scene.app, id, 1);
  return { id, ticketId };
}

function forVolunteers(rows: Row[]): Row[] {
  return rows.map((one) => ({ ...one, volunteer: 200 }));
}

export const doors: Row[] = [
  row('GET /events/:id/door-links', '', team, async (scene) => ({ params: { id: await scene.publish() } })),
  row('GET /events/:id/door-links', 'of a draft', teamElseHidden, async (scene) => ({
    params: { id: await scene.draft() },
  })),
  row('POST /events/:id/door-links', '', answering(201, team), async (scene) => ({
    params: { id: await scene.publish() },
    body: { name: 'Gate A' },
  })),
  row('DELETE /events/:id/door-links/:linkId', '', answering(204, team), async (scene) => {
    const id = await scene.publish();
    return { params: { id, linkId: Number((await scene.doorKey()).split('-')[0]) } };
  }),
  ...forVolunteers([
    row('GET /events/:id/door', '', team, async (scene) => ({ params: { id: (await openEvent(scene)).id } })),
    row('GET /events/:id/door/guests', '', team, async (scene) => ({
      params: { id: (await openEvent(scene)).id },
    })),
    row('POST /events/:id/door/scans', '', team, async (scene) => {
      const { id, ticketId } = await openEvent(scene);
      return { params: { id }, body: { scans: [{ id: randomUUID(), ticket_id: ticketId }] } };
    }),
  ]),
  {
    // The volunteer may undo only what the link has checked in, and this ticket is not checked in.
    ...row('POST /events/:id/door/undo', '', answering(403, team), async (scene) => {
      const { id, ticketId } = await openEvent(scene);
      return { params: { id }, body: { ticket_id: ticketId } };
    }),
    volunteer: 409,
  },
  {
    ...row('GET /events/:id/door', 'of a draft', teamElseHidden, async (scene) => ({
      params: { id: await scene.draft() },
    })),
    // The event of the draft starts on another day, so the link is closed.
    volunteer: 403,
  },
];
