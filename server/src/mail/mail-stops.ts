import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { Db, Tx } from '../db/connect.ts';
import type { StopScope } from '../db/tables.ts';
import type { Deps } from '../deps.ts';

export type StopTopic = 'messages' | 'follow';

function isTopic(word: string | undefined): word is StopTopic {
  return word === 'messages' || word === 'follow';
}

/**
 * The content of a stop link: the recipient, and the event or the team whose mails it can stop. A link without an event
 * can also stop all unasked mails.
 */
export interface StopLink {
  addressHash: Buffer;
  teamId: number | null;
  eventId: number | null;
  /** Which mails of the team the link stops: messages to its attendees, or news to its followers. */
  topic?: StopTopic;
}

export interface Stop {
  scope: StopScope;
  /** The id of the team or the event, or 0 for a stop of all mails. */
  objectId: number;
}

/** Identifies an email address without storing the address. */
export function hashAddress(email: string): Buffer {
  return createHash('sha256').update(email.trim().toLowerCase()).digest();
}

const hashBytes = 32;
const signatureBytes = 16;

/**
 * Signs the token of a stop link. The link works for ever and without login, because people look for it in old mails.
 * The token contains no email address, so that a log with the link reveals nobody.
 */
export function signStopToken(secret: Uint8Array, link: StopLink): string {
  const { addressHash, teamId, eventId, topic } = link;
  // Links in old mails have two parts, so the third part exists only for a topic.
  const subject = Buffer.from(`${teamId ?? ''}.${eventId ?? ''}${topic ? `.${topic}` : ''}`);
  const signed = Buffer.concat([addressHash, subject]);
  return Buffer.concat([sign(secret, signed), signed]).toString('base64url');
}

/** Returns undefined when Foyer did not sign the token. */
export function readStopToken(secret: Uint8Array, token: string): StopLink | undefined {
  const bytes = Buffer.from(token, 'base64url');
  const signed = bytes.subarray(signatureBytes);
  if (signed.length < hashBytes + 1) return undefined;
  if (!timingSafeEqual(bytes.subarray(0, signatureBytes), sign(secret, signed))) return undefined;
  const [teamId = '', eventId = '', topic] = signed.subarray(hashBytes).toString().split('.');
  return {
    addressHash: signed.subarray(0, hashBytes),
    teamId: teamId ? Number(teamId) : null,
    eventId: eventId ? Number(eventId) : null,
    ...(isTopic(topic) && { topic }),
  };
}

function sign(secret: Uint8Array, signed: Buffer): Buffer {
  return createHmac('sha256', secret).update('stop mail').update(signed).digest().subarray(0, signatureBytes);
}

/**
 * The mails that a link offers to stop: news about an event, a team's messages to its attendees or its
 * followers, a team's unasked mails,
 * or all unasked mails.
 */
export interface StopWish {
  email: string;
  teamId?: number | null;
  eventId?: number | null;
  topic?: StopTopic;
}

/** Returns the web address where readers can stop mails of this kind, also for the POST request of mail programs. */
export function stopAddress(
  { publicUrl, sessionSecret }: Pick<Deps, 'publicUrl' | 'sessionSecret'>,
  { email, teamId = null, eventId = null, topic }: StopWish,
): string {
  const link = { addressHash: hashAddress(email), teamId, eventId, ...(topic && { topic }) };
  const token = signStopToken(sessionSecret, link);
  return `${publicUrl}/mail/stop/${token}`;
}

export async function insertStop({ db, clock }: Deps, addressHash: Buffer, stop: Stop): Promise<void> {
  await db
    .insertInto('mail_stops')
    .values({
      address_hash: addressHash,
      scope: stop.scope,
      object_id: stop.objectId,
      stopped_at: clock.now(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Lists those stops of `wanted` that the owner of the email address has chosen. */
export async function findStops(db: Db, addressHash: Buffer, wanted: readonly Stop[]): Promise<Stop[]> {
  if (wanted.length === 0) return [];
  const rows = await db
    .selectFrom('mail_stops')
    .select(['scope', 'object_id'])
    .where('address_hash', '=', addressHash)
    .where((where) =>
      where.or(
        wanted.map(({ scope, objectId }) => where('scope', '=', scope).and('object_id', '=', objectId)),
      ),
    )
    .execute();
  return rows.map(({ scope, object_id }) => ({ scope, objectId: object_id }));
}

export async function deleteStop(db: Db | Tx, addressHash: Buffer, stop: Stop): Promise<void> {
  await db
    .deleteFrom('mail_stops')
    .where('address_hash', '=', addressHash)
    .where('scope', '=', stop.scope)
    .where('object_id', '=', stop.objectId)
    .execute();
}
