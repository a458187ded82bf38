import { randomUUID } from 'node:crypto';
import { sql, type RawBuilder } from 'kysely';
import type { BodyOf } from '@foyer/contract/endpoint.ts';
import type { Endpoints } from '@foyer/contract/index.ts';
import type { Deps } from '../../deps.ts';
import { ApiError } from '../../http/errors.ts';
import { countUse } from '../../http/limits.ts';
import type { Actor } from '../../http/session.ts';
import { describeSite, eventAddress } from '../../mail/compose.ts';
import { retryWith, type Letter } from '../../mail/letter.ts';
import { sendOnce } from '../../mail/send-once.ts';
import { getEventFor } from '../events/events.access.service.ts';
import { findEvent, type EventDetails } from '../events/events.queries.ts';
import { isUnasked } from '../events/mails/events.emails.ts';
import { findLink, findReader } from '../events/mails/mails.service.ts';
import { findUser } from '../users/users.queries.ts';
import { getUser } from '../users/users.service.ts';
import { renderMessageMail, type MessageMail } from './messages.emails.ts';
import { sendMessageMailJob, sendTestMessageJob, type TestMessage } from './messages.jobs.ts';
import { findRecipient, lockNewRecipients, type Recipient } from './messages.recipients.queries.ts';
import { isInTime } from './messages.automatic.rules.ts';
import { findGivenUp, findTooLate, isTooLate } from './messages.rules.ts';
import { getTeam } from './messages.service.ts';

/** The states of mails that may still be sent. */
const openStates = ['new', 'queued', 'waiting'] as const;

/**
 * Enqueues one job for each recipient. One transaction marks a page of recipients and enqueues their jobs, so that a run
 * that was interrupted continues where it stopped.
 */
export async function spreadMessage(deps: Deps, { messageId }: { messageId: number }): Promise<void> {
  while ((await enqueuePage(deps, messageId)) > 0);
}

function enqueuePage({ db, jobs }: Deps, messageId: number): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const recipients = await lockNewRecipients(tx, messageId);
    if (recipients.length === 0) return 0;
    const ids = recipients.map(({ id }) => id);
    await tx.updateTable('message_readers').set({ state: 'queued' }).where('id', 'in', ids).execute();
    await jobs.enqueueAll(
      tx,
      sendMessageMailJob,
      ids.map((readerId) => ({ readerId })),
    );
    return recipients.length;
  });
}

/** Emails a message to one recipient, if it is in time and the recipient still has a ticket that it is for. */
export async function sendMessageMail(deps: Deps, data: { readerId: number }): Promise<void> {
  const found = await findRecipient(deps.db, data.readerId);
  if (!found) return updateState(deps, data.readerId, 'not_sent');
  const described =
    found.is_addressed && mayArrive(found, deps.clock.now()) ? describeMail(deps, found) : null;
  const fact = `message:${found.id}`;
  if (described) {
    const { mail, userId } = described;
    const letter: Letter = {
      fact,
      kind: mail.isUnasked ? 'unasked_message' : 'message',
      to: { userId, email: mail.email },
      teamId: mail.team_id,
      ...(mail.isUnasked && found.sender_id !== null && { senderIds: [found.sender_id] }),
      retry: retryWith(sendMessageMailJob, data),
    };
    const outcome = await sendOnce(deps, letter, () => renderMessageMail(mail, describeSite(deps)));
    if (outcome === 'held') return updateState(deps, found.id, 'waiting');
  }
  const wasSent = sql<boolean>`exists (select from sent_mails where fact = ${fact} and sent_at is not null)`;
  await updateState(deps, found.id, sql`case when ${wasSent} then 'sent' else 'not_sent' end`);
}

/** A mail can wait for days, for example until the recipient verifies the address. */
function mayArrive(found: Recipient, now: Date): boolean {
  const { kind, event_status: status, start_time, end_time } = found;
  return kind === 'message'
    ? !isTooLate({ end_time }, now)
    : isInTime(kind, { status, start_time, end_time }, now);
}

/** Returns null if nobody is left to write to, or no team in whose name. */
function describeMail(deps: Deps, found: Recipient): { mail: MessageMail; userId: number | null } | null {
  const isBuyer = found.ticket_id === null;
  const email = isBuyer ? found.buyer_email : (found.holder_account_email ?? found.attendee_email);
  const { team_id, team_name } = found;
  if (!email || team_id === null || team_name === null) return null;
  const reader = findReader(found);
  const mail = {
    ...found,
    team_id,
    team_name,
    replyTo: findReplies(found),
    reader,
    isUnasked: isUnasked(reader, { made_by: found.made_by, hasPaid: found.has_paid }),
    email,
    giver: found.buyer_name,
    link: findLink(deps, found, reader),
  };
  return { mail, userId: isBuyer ? found.user_id : found.holder_id };
}

/** A sender without an account or a verified address gets no answers. */
function findReplies({ takes_replies, sender_email, sender_name, sender_username }: Recipient) {
  if (!takes_replies || sender_email === null) return null;
  return { name: sender_name ?? sender_username ?? '', address: sender_email };
}

type Outcome = 'waiting' | 'sent' | 'not_sent';

/** A mail that was sent or given up keeps its state. */
async function updateState(
  { db }: Deps,
  readerId: number,
  state: Outcome | RawBuilder<Outcome>,
): Promise<void> {
  await db
    .updateTable('message_readers')
    .set({ state })
    .where('id', '=', readerId)
    .where('state', 'in', openStates)
    .execute();
}

/** Gives up the mails whose jobs failed for a day, and those that waited until it was too late to write. */
export async function giveUpMessageMails({ db, clock }: Deps): Promise<void> {
  const now = clock.now();
  await db
    .updateTable('message_readers')
    .from('messages')
    .innerJoin('events', 'events.id', 'messages.event_id')
    .set({ state: 'not_sent' })
    .whereRef('messages.id', '=', 'message_readers.message_id')
    .where('message_readers.state', 'in', openStates)
    .where((where) =>
      where.or([
        where.and([
          where('message_readers.state', '<>', 'waiting'),
          where('messages.created_at', '<', findGivenUp(now)),
        ]),
        where('events.end_time', '<', findTooLate(now)),
      ]),
    )
    .execute();
}

type Words = BodyOf<Endpoints['POST /events/:id/messages/preview']>;

interface Draft {
  eventId: number;
  words: Words;
}

/** Writes the mail as a buyer with an account would get it. */
export async function previewMessage(deps: Deps, actor: Actor, { eventId, words }: Draft) {
  const event = await getEventFor(deps.db, actor, 'manage', { id: eventId });
  const { subject, html } = renderMessageMail(
    describeTest(deps, { event, user: await getUser(deps.db, actor.id), words }),
    describeSite(deps),
  );
  return { subject, html };
}

/** Enqueues a message to its writer. Returns the writer's email address. */
export async function testMessage(deps: Deps, actor: Actor, { eventId, words }: Draft): Promise<string> {
  getTeam(await getEventFor(deps.db, actor, 'manage', { id: eventId }));
  const { email, email_verified } = await getUser(deps.db, actor.id);
  if (!email_verified) throw new ApiError('email_not_verified');
  await countUse(deps, 'message_test', actor.id);
  const data: TestMessage = {
    testId: randomUUID(),
    userId: actor.id,
    eventId,
    subject: words.subject,
    text: words.text,
    takesReplies: words.takes_replies ?? false,
  };
  await deps.db.transaction().execute((tx) => deps.jobs.enqueue(tx, sendTestMessageJob, data));
  return email;
}

export async function sendTestMessage(deps: Deps, data: TestMessage): Promise<void> {
  const [event, user] = [await findEvent(deps.db, data.eventId), await findUser(deps.db, data.userId)];
  if (!event || event.team_id === null || !user) return;
  const { subject, text, takesReplies: takes_replies } = data;
  const mail = describeTest(deps, { event, user, words: { subject, text, takes_replies } });
  const letter: Letter = {
    fact: `message-test:${data.testId}`,
    kind: 'duty',
    to: { userId: user.id, email: user.email },
    retry: retryWith(sendTestMessageJob, data),
  };
  await sendOnce(deps, letter, () =>
    renderMessageMail({ ...mail, subject: `Test: ${subject}` }, describeSite(deps)),
  );
}

interface Tried {
  event: EventDetails;
  user: { email: string; name: string | null; username: string };
  words: Words;
}

function describeTest(deps: Deps, { event, user, words }: Tried): MessageMail {
  const named = { event_id: event.id, event_title: event.title, event_key: event.private_key };
  const isCancelled = event.status === 'cancelled';
  return {
    subject: words.subject,
    text: words.text,
    replyTo: words.takes_replies ? { name: user.name ?? user.username, address: user.email } : null,
    reader: 'account',
    isUnasked: false,
    email: user.email,
    giver: null,
    team_id: getTeam(event),
    team_name: event.team_name ?? '',
    event_id: event.id,
    event_title: event.title,
    event_picture: event.status === 'published' && event.is_public ? event.event_img_url : null,
    start_time: event.start_time,
    end_time: event.end_time,
    doors_minutes: event.doors_minutes,
    location: event.location,
    link: isCancelled ? null : { label: 'View the event', href: eventAddress(deps.publicUrl, named) },
  };
}
