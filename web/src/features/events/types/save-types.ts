import type { ErrorCode } from '@foyer/contract/errors.ts';
import { CallError } from '../../../api/call-error.ts';
import { api } from '../../../api/client.ts';
import { listManagedTypes } from '../events.types.api.ts';
import { type TicketTypeValues, writeType, writeTypeChange } from './type-values.ts';

/** Thrown when a ticket type cannot be saved. The event and the ticket types before this one are saved. */
export class TicketTypeError extends Error {
  readonly index: number;

  constructor(index: number, cause: unknown) {
    super('A ticket type could not be saved', { cause });
    this.index = index;
  }
}

/** The fields of a ticket type, each with the server's error codes that are shown at this field. */
export const typeErrorFields = {
  name: ['ticket_type_name_taken'],
  description: [],
  price: [],
  quantity: ['quantity_below_sold'],
  sales_start: [],
  sales_end: [],
  min_per_order: [],
  max_per_order: [],
  max_per_buyer: [],
} as const satisfies Partial<Record<keyof TicketTypeValues, readonly ErrorCode[]>>;

interface Saving {
  /**
   * The stored ticket types, by id. Each saved change is recorded here, so that a second try sends only what is
   * missing.
   */
  known: Map<string, TicketTypeValues>;
  timeZone: string;
  /** Called when the server has given a typed ticket type its id. */
  onId: (index: number, id: string) => void;
  signal?: AbortSignal;
}

/**
 * Adds, changes, moves and deletes ticket types until the event has the wanted ticket types, in the wanted order.
 * Throws `TicketTypeError` for the first ticket type that cannot be saved.
 */
export async function saveTypes(
  eventId: number,
  wanted: readonly TicketTypeValues[],
  { known, timeZone, onId, signal }: Saving,
): Promise<void> {
  const order = (await listManagedTypes(eventId, signal)).map(({ id }) => String(id));
  const types = wanted.map((type) => ({ ...type }));
  const [first] = types;
  // The server has made one ticket type for the new event. Use it as the first wanted type.
  if (first?.id === '' && known.size === 0 && order.length === 1) {
    first.id = order[0] ?? '';
    onId(0, first.id);
  }
  const dropped = [...known.keys()].filter((id) => !types.some((type) => type.id === id));
  const drop = async () => {
    for (const id of dropped) {
      await deleteType(eventId, id, signal);
      known.delete(id);
      if (order.includes(id)) order.splice(order.indexOf(id), 1);
    }
  };
  // Usually delete first, because a new ticket type may take the name of a deleted type. If no old type stays, delete
  // last, because the server refuses to delete the last ticket type.
  const dropsFirst = types.some((type) => order.includes(type.id));
  if (dropsFirst) await drop();
  for (const [index, type] of types.entries()) {
    try {
      await saveType(type, index);
    } catch (error) {
      throw new TicketTypeError(index, error);
    }
  }
  if (!dropsFirst) await drop();

  async function saveType(type: TicketTypeValues, position: number): Promise<void> {
    if (type.id === '') {
      const body = { ...writeType(type, timeZone), position };
      const made = await api('POST /events/:id/ticket-types', { params: { id: eventId }, body, signal });
      type.id = String(made.ticket_type.id);
      onId(position, type.id);
      order.splice(position, 0, type.id);
    } else {
      const before = known.get(type.id);
      const change = before ? writeTypeChange(type, before, timeZone) : writeType(type, timeZone);
      const isMoved = order[position] !== type.id;
      const body = { ...change, ...(isMoved && { position }) };
      if (Object.keys(body).length === 0) return;
      const params = { id: eventId, typeId: Number(type.id) };
      await api('PATCH /events/:id/ticket-types/:typeId', { params, body, signal });
      if (isMoved) order.splice(position, 0, ...order.splice(order.indexOf(type.id), 1));
    }
    known.set(type.id, type);
  }
}

async function deleteType(id: number, typeId: string, signal?: AbortSignal): Promise<void> {
  try {
    await api('DELETE /events/:id/ticket-types/:typeId', { params: { id, typeId: Number(typeId) }, signal });
  } catch (error) {
    // Somebody else has deleted the ticket type.
    if (!(error instanceof CallError && error.code === 'ticket_type_not_found')) throw error;
  }
}
