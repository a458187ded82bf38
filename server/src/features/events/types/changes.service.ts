import type { BodyOf } from '@foyer/contract/endpoint.ts';
import type { AuditDetails } from '@foyer/contract/admin.ts';
import type { Endpoints } from '@foyer/contract/index.ts';
import { sql } from 'kysely';
import { recordAudit } from '../../../db/audit.ts';
import type { Tx } from '../../../db/connect.ts';
import { violates } from '../../../db/failures.ts';
import type { Deps } from '../../../deps.ts';
import { ApiError, fieldError } from '../../../http/errors.ts';
import type { Actor } from '../../../http/session.ts';
import { readTime } from '../../../zoned-time.ts';
import { getEventFor } from '../events.access.service.ts';
import type { EventDetails } from '../events.queries.ts';
import { countHeld, listOffers, maxTypes, type Offer } from './types.queries.ts';
import { presentForManager } from './types.rules.ts';
import { lockTypes, refreshPrice } from './types.service.ts';

type NewType = BodyOf<Endpoints['POST /events/:id/ticket-types']>;
type TypeChange = BodyOf<Endpoints['PATCH /events/:id/ticket-types/:typeId']>;

interface TypeAddress {
  id: number;
  typeId: number;
}

export function createType(
  deps: Deps,
  actor: Actor,
  id: number,
  { position, name, price, ...rest }: NewType,
) {
  return changeTypes(deps, actor, id, async (tx, event, offers) => {
    if (offers.length >= maxTypes) throw new ApiError('too_many_ticket_types');
    const { id: typeId } = await tx
      .insertInto('ticket_types')
      .values({ ...readFields(rest, deps.config.timeZone), name, price_pence: price, event_id: id })
      .returning('id')
      .executeTakeFirstOrThrow()
      .catch(rethrowRefusedType);
    await arrange(tx, offers, { typeId, position });
    const details = { ticket_type_id: typeId, name, price_pence: price };
    await recordTypeChange(deps, tx, actor, { id, action: 'added', details });
    return present(deps, tx, event, typeId);
  });
}

/** Does not change sold tickets. */
export function updateType(deps: Deps, actor: Actor, { id, typeId }: TypeAddress, change: TypeChange) {
  return changeTypes(deps, actor, id, async (tx, event, offers) => {
    const before = getOffer(offers, typeId);
    const { position, price, ...rest } = change;
    const fields = { ...readFields(rest, deps.config.timeZone), price_pence: price };
    const hasFields = Object.values(fields).some((value) => value !== undefined);
    if (!hasFields && position === undefined) throw fieldError('', 'No valid fields to update');
    if (hasFields) {
      await tx
        .updateTable('ticket_types')
        .set(fields)
        .where('id', '=', typeId)
        .execute()
        .catch(rethrowRefusedType);
    }
    if (position !== undefined) await arrange(tx, offers, { typeId, position });
    const after = getOffer(await listOffers(tx, id, { withHidden: true }), typeId);
    const changes = describeChanges(before, after);
    if (Object.keys(changes).length > 0) {
      const details = { ticket_type_id: typeId, name: after.name, ...changes };
      await recordTypeChange(deps, tx, actor, { id, action: 'changed', details });
    }
    return present(deps, tx, event, typeId);
  });
}

/** Nobody can see or buy an archived type, but its sold tickets stay valid. */
export async function deleteType(deps: Deps, actor: Actor, { id, typeId }: TypeAddress): Promise<void> {
  await changeTypes(deps, actor, id, async (tx, _event, offers) => {
    const { name, sold } = getOffer(offers, typeId);
    if (offers.length === 1) throw new ApiError('last_ticket_type');
    await tx
      .updateTable('ticket_types')
      .set({ archived_at: deps.clock.now() })
      .where('id', '=', typeId)
      .execute();
    await arrange(
      tx,
      offers.filter((offer) => offer.id !== typeId),
    );
    const details = { ticket_type_id: typeId, name, sold };
    await recordTypeChange(deps, tx, actor, { id, action: 'removed', details });
  });
}

/**
 * Runs a change of an event's ticket types. Two changes of one event run one after the other, so that `change` gets the
 * latest `offers`. The actor's row is locked for the audit entry about the change.
 */
function changeTypes<T>(
  deps: Deps,
  actor: Actor,
  eventId: number,
  change: (tx: Tx, event: EventDetails, offers: readonly Offer[]) => Promise<T>,
): Promise<T> {
  return deps.db.transaction().execute(async (tx) => {
    await tx.selectFrom('users').select('id').where('id', '=', actor.id).forKeyShare().execute();
    await lockTypes(tx, eventId);
    const event = await getEventFor(tx, actor, 'edit', { id: eventId });
    const answer = await change(tx, event, await listOffers(tx, eventId, { withHidden: true }));
    await refreshPrice(tx, eventId);
    return answer;
  });
}

function getOffer(offers: readonly Offer[], typeId: number): Offer {
  const offer = offers.find(({ id }) => id === typeId);
  if (!offer) throw new ApiError('ticket_type_not_found');
  return offer;
}

async function present(deps: Deps, tx: Tx, event: EventDetails, typeId: number) {
  const offer = getOffer(await listOffers(tx, event.id, { withHidden: true }), typeId);
  const held = await countHeld(tx, event.id);
  return presentForManager(offer, { event, held, now: deps.clock.now() });
}

type Fields = Omit<TypeChange, 'position' | 'price'>;

function readFields({ sales_start, sales_end, description, ...rest }: Fields, timeZone: string) {
  return {
    ...rest,
    ...(description !== undefined && { description: description || null }),
    ...(sales_start !== undefined && { sales_start: sales_start && readTime(sales_start, timeZone) }),
    ...(sales_end !== undefined && { sales_end: sales_end && readTime(sales_end, timeZone) }),
  };
}

/**
 * Numbers the ticket types in the order of this list. If `placed` is given, that ticket type first moves to its new
 * position.
 */
async function arrange(
  tx: Tx,
  offers: readonly Offer[],
  placed?: { typeId: number; position: number | undefined },
): Promise<void> {
  const ids = offers.map(({ id }) => id).filter((id) => id !== placed?.typeId);
  if (placed) ids.splice(placed.position ?? ids.length, 0, placed.typeId);
  await sql`
    update ticket_types set position = place.number - 1
    from unnest(${ids}::bigint[]) with ordinality as place (type_id, number)
    where ticket_types.id = place.type_id and ticket_types.position <> place.number - 1`.execute(tx);
}

const auditedColumns = [
  'name',
  'price_pence',
  'quantity',
  'sales_start',
  'sales_end',
  'min_per_order',
  'max_per_order',
  'max_per_buyer',
  'visibility',
  'paused',
] as const;

function describeChanges(before: Offer, after: Offer): AuditDetails {
  const changes: AuditDetails = {};
  for (const column of auditedColumns) {
    const [from, to] = [before[column], after[column]].map((value) =>
      value instanceof Date ? value.toISOString() : (value ?? null),
    );
    if (from === to || from === undefined || to === undefined) continue;
    const name = column.replace(/_pence$/, '');
    const unit = column.slice(name.length);
    Object.assign(changes, { [`${name}_from${unit}`]: from, [`${name}_to${unit}`]: to });
  }
  return changes;
}

async function recordTypeChange(
  deps: Deps,
  tx: Tx,
  actor: Actor,
  { id, action, details }: { id: number; action: 'added' | 'changed' | 'removed'; details: AuditDetails },
): Promise<void> {
  await recordAudit(tx, deps.clock.now(), {
    by: actor,
    action: `event.ticket_type_${action}`,
    objectId: id,
    eventId: id,
    details,
  });
}

function rethrowRefusedType(error: unknown): never {
  if (violates(error, 'ticket_types_name_key')) throw new ApiError('ticket_type_name_taken');
  if (violates(error, 'ticket_types_sold_within_quantity')) throw new ApiError('quantity_below_sold');
  if (violates(error, 'ticket_types_sales_end_after_start')) {
    throw fieldError('sales_end', 'Sales must end after they start');
  }
  if (violates(error, 'ticket_types_order_size')) {
    throw fieldError('max_per_order', 'The most tickets per order cannot be lower than the fewest');
  }
  throw error;
}
