import { randomUUID } from 'node:crypto';
import { row, type Row, type Scene } from './access-scene.ts';
import { answering, team, teamElseHidden } from './access-statuses.ts';

const words = { subject: 'Doors open later', text: 'Doors open at 7:30 PM.' };

/** A published event that the attendee has a ticket for. */
async function publishAttended({ app, publish, attendee }: Scene): Promise<number> {
  const id = await publish();
  await app.call('POST /events/:id/register', { token: attendee.token, params: { id } });
  return id;
}

const withEvent = async (scene: Scene) => ({ params: { id: await scene.publish() } });
const withDraft = async (scene: Scene) => ({ params: { id: await scene.draft() } });

/** What a team writes to the attendees of its event. */
export const messages: Row[] = [
  row('GET /events/:id/message-audiences', '', team, withEvent),
  row('GET /events/:id/message-audiences', 'of a draft', teamElseHidden, withDraft),
  row('GET /events/:id/messages', '', team, withEvent),
  row('GET /events/:id/messages', 'of a draft', teamElseHidden, withDraft),
  row('POST /events/:id/messages', '', answering(201, team), async (scene) => ({
    params: { id: await publishAttended(scene) },
    headers: { 'idempotency-key': randomUUID() },
    body: { ...words, audience: 'all' },
  })),
  row('POST /events/:id/messages', 'of a draft', answering(409, teamElseHidden), async (scene) => ({
    ...(await withDraft(scene)),
    headers: { 'idempotency-key': randomUUID() },
    body: { ...words, audience: 'all' },
  })),
  row('POST /events/:id/messages/preview', '', team, async (scene) => ({
    ...(await withEvent(scene)),
    body: words,
  })),
  row('POST /events/:id/messages/test', '', team, async (scene) => ({
    ...(await withEvent(scene)),
    body: words,
  })),
  row('GET /events/:id/automatic-mails', '', team, withEvent),
  row('GET /events/:id/automatic-mails', 'of a draft', teamElseHidden, withDraft),
  row('PATCH /events/:id/automatic-mails', '', team, async (scene) => ({
    ...(await withEvent(scene)),
    body: { kind: 'thanks', is_on: true },
  })),
  row('PATCH /events/:id/automatic-mails', 'of a draft', teamElseHidden, async (scene) => ({
    ...(await withDraft(scene)),
    body: { kind: 'reminder', is_on: false },
  })),
];
