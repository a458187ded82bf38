import type { BodyOf } from '@foyer/contract/endpoint.ts';
import type { Endpoints } from '@foyer/contract/index.ts';
import type { Tx } from '../../../db/connect.ts';
import type { Deps } from '../../../deps.ts';
import { ApiError } from '../../../http/errors.ts';
import { findEvent } from '../../events/events.queries.ts';
import {
  lockTicketsOf,
  nameTicket,
  nameTicketsOf,
  type LockedTicket,
} from '../../tickets/tickets.states.service.ts';
import { findUser } from '../../users/users.queries.ts';
import { getOrderFor, type OrderCaller } from '../orders.access.service.ts';
import { listTicketsOfOrder, presentOrder, type OrderDetails } from '../orders.details.queries.ts';
import { countRenaming } from '../orders.mail-limits.service.ts';
import { lockOrder } from '../orders.queries.ts';
import { listAttendeeTickets } from '../mails/tickets.queries.ts';
import { sendAttendeeTicketJob } from '../mails/tickets.jobs.ts';

type Change = BodyOf<Endpoints['PATCH /orders/:number']>['tickets'][number];

/**
 * Changes who tickets are for. A ticket keeps its code. An attendee with a new address gets the ticket by mail, unless
 * a guest ordered it for free.
 */
export async function renameAttendees(
  deps: Deps,
  caller: OrderCaller,
  { number, changes, address }: { number: string; changes: readonly Change[]; address: string },
) {
  const { order: found } = await getOrderFor(deps.db, caller, 'edit', number);
  const emails = changes.flatMap(({ email }) => email ?? []);
  await countRenaming(deps, { order: found, address, emails });
  return deps.db.transaction().execute(async (tx) => {
    const { order, standing } = await getOrderFor(tx, caller, 'edit', number);
    const now = deps.clock.now();
    await assertNotEnded(tx, order, now);
    await lockOrder(tx, order.id);
    const tickets = await lockTicketsOf(tx, order.id);
    const mailed: number[] = [];
    for (const change of changes) {
      assertChangeable(tickets.find(({ id }) => id === change.id));
      await nameTicket(tx, change);
      if (change.email) mailed.push(change.id);
    }
    await enqueueMails(deps, tx, order, mailed);
    const { order: changed } = await getOrderFor(tx, caller, 'edit', number);
    const withCodes = standing.isBuyer || standing.hasKey;
    return presentOrder(changed, await listTicketsOfOrder(tx, order.id), { withCodes, now });
  });
}

/**
 * Writes the user's name on orders and tickets that carry a username, because the account had no name before. Orders of
 * the older API always carry the name of the account, which may be a former username. Orders that a team made for the
 * user stay as they are, because the team must not learn the name.
 */
export async function nameOrdersOf({ db }: Deps, { userId }: { userId: number }): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const user = await findUser(tx, userId);
    if (!user?.name) return;
    const nameless = await tx
      .selectFrom('orders')
      .select('id')
      .where('user_id', '=', userId)
      .where('made_by', 'is', null)
      .where((where) => where.or([where('is_single', '=', true), where('buyer_name', '=', user.username)]))
      .orderBy('id')
      .forUpdate()
      .execute();
    if (nameless.length === 0) return;
    const ids = nameless.map(({ id }) => id);
    await nameTicketsOf(tx, ids, user.name);
    await tx.updateTable('orders').set({ buyer_name: user.name }).where('id', 'in', ids).execute();
  });
}

async function assertNotEnded(tx: Tx, order: OrderDetails, now: Date): Promise<void> {
  const event = await findEvent(tx, order.event_id);
  if (event && event.end_time <= now) throw new ApiError('event_ended');
}

function assertChangeable(ticket: LockedTicket | undefined): void {
  if (!ticket) throw new ApiError('ticket_not_found');
  if (ticket.transferred_at !== null) throw new ApiError('ticket_transferred');
  if (ticket.status === 'used') throw new ApiError('ticket_used');
  if (ticket.status !== 'valid' && ticket.status !== 'held') throw new ApiError('ticket_not_live');
}

async function enqueueMails(deps: Deps, tx: Tx, order: OrderDetails, ids: readonly number[]): Promise<void> {
  const mailed = (await listAttendeeTickets(tx, [order.id])).filter((id) => ids.includes(id));
  if (mailed.length === 0) return;
  await deps.jobs.enqueueAll(
    tx,
    sendAttendeeTicketJob,
    mailed.map((ticketId) => ({ ticketId })),
  );
}
