import type { AuditAction, AuditDetails } from '@foyer/contract/admin.ts';
import type { BodyOf } from '@foyer/contract/endpoint.ts';
import type { TeamRole } from '@foyer/contract/fields.ts';
import type { Endpoints } from '@foyer/contract/index.ts';
import { recordAudit } from '../../../db/audit.ts';
import type { Tx } from '../../../db/connect.ts';
import { violates } from '../../../db/failures.ts';
import type { Deps } from '../../../deps.ts';
import { ApiError, fieldError } from '../../../http/errors.ts';
import type { Actor } from '../../../http/session.ts';
import { readTime } from '../../../zoned-time.ts';
import { getEventAndStanding } from '../../events/events.access.service.ts';
import type { EventDetails } from '../../events/events.queries.ts';
import { listTypes } from '../../events/types/types.queries.ts';
import { keepBuyerUses } from './buyer-uses.service.ts';
import { mayChangeCode } from './promo-codes.policy.ts';
import { findPromoCode, type UsedCode } from './promo-codes.queries.ts';
import { assertTimes, assertValue, findCodeState, isSameValue, type CodeValue } from './promo-codes.rules.ts';

type NewCode = BodyOf<Endpoints['POST /events/:id/promo-codes']>;
type CodeChange = BodyOf<Endpoints['PATCH /events/:id/promo-codes/:codeId']>;

export function createPromoCode(deps: Deps, actor: Actor, eventId: number, body: NewCode) {
  return changeCodes(deps, actor, eventId, async (tx, { event, role }) => {
    const isForAllEvents = body.all_events ?? false;
    if (!mayChangeCode({ isForAllEvents }, actor, role)) throw new ApiError('forbidden');
    if (isForAllEvents && event.team_id === null) throw fieldError('all_events', 'This event has no team');
    const { type_ids, ...value } = readValue(body);
    assertValue({ ...value, type_ids }, { isForAllEvents });
    const owner = isForAllEvents
      ? { team_id: event.team_id, event_id: null }
      : { team_id: null, event_id: event.id };
    const { id } = await tx
      .insertInto('promo_codes')
      .values({
        ...owner,
        ...value,
        ...readTimes(body, deps.config.timeZone),
        code: body.code,
        max_uses: body.max_uses,
        max_per_buyer: body.max_per_buyer,
        created_at: deps.clock.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
      .catch(rethrowRefusedCode);
    await replaceTypes(tx, event, { id, known: [], wanted: type_ids });
    const made = await getCode(tx, event, id);
    const details = { ...describeCode(made), all_events: isForAllEvents };
    await recordCodeChange(deps, tx, actor, { event, code: made, action: 'promo_code.created', details });
    return presentCode(made, { now: deps.clock.now(), actor, role });
  });
}

/** `ended: true` ends the code, and `ended: false` makes it work again. */
export function updatePromoCode(
  deps: Deps,
  actor: Actor,
  { id: eventId, codeId }: { id: number; codeId: number },
  change: CodeChange,
) {
  return changeCodes(deps, actor, eventId, async (tx, { event, role }) => {
    const before = await lockCode(tx, event, codeId);
    const isForAllEvents = before.event_id === null;
    if (!mayChangeCode({ isForAllEvents }, actor, role)) throw new ApiError('forbidden');
    if (Object.keys(change).length === 0) throw fieldError('', 'No valid fields to update');
    const { type_ids, ...value } = readValue(change, before);
    const code = change.code ?? before.code;
    assertValue({ ...value, type_ids }, { isForAllEvents });
    const isSame = code === before.code && isSameValue({ ...value, type_ids }, before);
    if (before.has_orders && !isSame) throw new ApiError('promo_code_has_uses');
    await tx
      .updateTable('promo_codes')
      .set({
        ...value,
        code,
        ...readTimes(change, deps.config.timeZone, before),
        max_uses: change.max_uses,
        max_per_buyer: change.max_per_buyer,
        ...(change.ended !== undefined && {
          ended_at: change.ended ? (before.ended_at ?? deps.clock.now()) : null,
        }),
      })
      .where('id', '=', codeId)
      .execute()
      .catch(rethrowRefusedCode);
    await keepBuyerUses(tx, before, change.max_per_buyer);
    await replaceTypes(tx, event, { id: codeId, known: before.type_ids, wanted: type_ids });
    const after = await getCode(tx, event, codeId);
    await recordDifference(deps, tx, actor, { event, before, after });
    return presentCode(after, { now: deps.clock.now(), actor, role });
  });
}

interface Editing {
  event: EventDetails;
  role: TeamRole | undefined;
}

/**
 * Runs a change of the promo codes of an event. Locks the actor for the audit entry, and the event before its codes, as
 * a deletion of the event does, so that the two cannot deadlock.
 */
function changeCodes<T>(
  deps: Deps,
  actor: Actor,
  eventId: number,
  change: (tx: Tx, editing: Editing) => Promise<T>,
): Promise<T> {
  return deps.db.transaction().execute(async (tx) => {
    await tx.selectFrom('users').select('id').where('id', '=', actor.id).forKeyShare().execute();
    await tx.selectFrom('events').select('id').where('id', '=', eventId).forKeyShare().execute();
    const { event, standing } = await getEventAndStanding(tx, actor, 'edit', { id: eventId });
    return change(tx, { event, role: standing.role });
  });
}

/** Locks the code as a sale does, so that nobody can use it between the check and the change. */
async function lockCode(tx: Tx, event: EventDetails, codeId: number): Promise<UsedCode> {
  await tx.selectFrom('promo_codes').select('id').where('id', '=', codeId).forNoKeyUpdate().execute();
  return getCode(tx, event, codeId);
}

async function getCode(tx: Tx, event: EventDetails, codeId: number): Promise<UsedCode> {
  const code = await findPromoCode(tx, event, codeId);
  if (!code) throw new ApiError('promo_code_not_found');
  return code;
}

/** If the kind changes, the old percentage or amount is dropped. */
function readValue(change: CodeChange, before?: UsedCode): CodeValue {
  const kept = before && (change.kind === undefined || change.kind === before.kind) ? before : undefined;
  return {
    kind: change.kind ?? before?.kind ?? 'percent',
    percent: change.percent === undefined ? (kept?.percent ?? null) : change.percent,
    amount_pence: change.amount === undefined ? (kept?.amount_pence ?? null) : change.amount,
    type_ids: [...new Set(change.ticket_type_ids ?? before?.type_ids)],
  };
}

/** Returns the start and the end of the code after the change. Throws unless the end is later than the start. */
function readTimes({ starts_at, ends_at }: CodeChange, timeZone: string, before?: UsedCode) {
  const read = (time: CodeChange['ends_at'], kept: Date | null = null) =>
    time === undefined ? kept : time && readTime(time, timeZone);
  const times = { starts_at: read(starts_at, before?.starts_at), ends_at: read(ends_at, before?.ends_at) };
  assertTimes(times);
  return times;
}

interface TypeChange {
  id: number;
  known: readonly number[];
  wanted: readonly number[];
}

/** Sets the ticket types that a code is for. A new one must be a type that the event sells. A deleted type may stay. */
async function replaceTypes(tx: Tx, event: EventDetails, { id, known, wanted }: TypeChange): Promise<void> {
  const added = wanted.filter((typeId) => !known.includes(typeId));
  const dropped = known.filter((typeId) => !wanted.includes(typeId));
  if (dropped.length > 0) {
    await tx
      .deleteFrom('promo_code_types')
      .where('promo_code_id', '=', id)
      .where('ticket_type_id', 'in', dropped)
      .execute();
  }
  if (added.length === 0) return;
  const sold = new Set((await listTypes(tx, event.id)).map((type) => type.id));
  if (!added.every((typeId) => sold.has(typeId))) throw new ApiError('ticket_type_not_found');
  const rows = added.map((ticket_type_id) => ({ promo_code_id: id, ticket_type_id }));
  await tx.insertInto('promo_code_types').values(rows).execute();
}

const auditedColumns = [
  'code',
  'kind',
  'percent',
  'amount_pence',
  'starts_at',
  'ends_at',
  'max_uses',
  'max_per_buyer',
] as const;

function describeCode(code: UsedCode): AuditDetails {
  const details: AuditDetails = { ticket_type_ids: code.type_ids.join(' ') };
  for (const column of auditedColumns) {
    const value = code[column];
    details[column] = value instanceof Date ? value.toISOString() : value;
  }
  return details;
}

/**
 * Adds an audit entry with the changed columns, and a separate entry if the change ended the code or made it work
 * again.
 */
async function recordDifference(
  deps: Deps,
  tx: Tx,
  actor: Actor,
  { event, before, after }: { event: EventDetails; before: UsedCode; after: UsedCode },
): Promise<void> {
  const old = describeCode(before);
  const changed = Object.entries(describeCode(after)).filter(([name, value]) => old[name] !== value);
  const record = (action: CodeAction, details: AuditDetails) =>
    recordCodeChange(deps, tx, actor, { event, code: after, action, details });
  if (changed.length > 0) {
    await record('promo_code.changed', { code: after.code, ...Object.fromEntries(changed) });
  }
  if ((before.ended_at === null) === (after.ended_at === null)) return;
  const isEnded = after.ended_at !== null;
  await record(isEnded ? 'promo_code.ended' : 'promo_code.reopened', { code: after.code, uses: after.uses });
}

type CodeAction = Extract<AuditAction, `promo_code.${string}`>;

async function recordCodeChange(
  deps: Deps,
  tx: Tx,
  actor: Actor,
  entry: { event: EventDetails; code: UsedCode; action: CodeAction; details: AuditDetails },
): Promise<void> {
  const { event, code, action, details } = entry;
  await recordAudit(tx, deps.clock.now(), {
    by: actor,
    action,
    objectId: code.id,
    eventId: event.id,
    details,
  });
}

interface Viewed {
  now: Date;
  actor: Actor;
  role: TeamRole | undefined;
}

export function presentCode(code: UsedCode, { now, actor, role }: Viewed) {
  const { event_id, team_id: _team, amount_pence, given_away_pence, type_ids, ...rest } = code;
  const isForAllEvents = event_id === null;
  return {
    ...rest,
    all_events: isForAllEvents,
    amount: amount_pence,
    given_away: given_away_pence,
    ticket_type_ids: type_ids,
    state: findCodeState(code, now),
    can_edit: mayChangeCode({ isForAllEvents }, actor, role),
  };
}

function rethrowRefusedCode(error: unknown): never {
  if (violates(error, 'promo_codes_event_key') || violates(error, 'promo_codes_team_key')) {
    throw new ApiError('promo_code_taken');
  }
  if (violates(error, 'promo_codes_uses_within_limit')) throw new ApiError('limit_below_uses');
  throw error;
}
