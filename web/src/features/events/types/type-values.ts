import type { BodyInput } from '@foyer/contract/endpoint.ts';
import type { TicketTypeValues } from '@foyer/contract/event-form.ts';
import type { Endpoints } from '@foyer/contract/index.ts';
import { formatPriceInput } from '../../../format/money.ts';
import { instantOf, wallTimeOf } from '../../../format/zoned-time.ts';
import type { ManagedType } from '../events.types.api.ts';

export type { TicketTypeValues };
type TypeBody = BodyInput<Endpoints['POST /events/:id/ticket-types']>;
type TypeChange = BodyInput<Endpoints['PATCH /events/:id/ticket-types/:typeId']>;

/** The name that the server gives to the ticket type of an event with one price. */
export const firstTypeName = 'General admission';

export const blankType: TicketTypeValues = {
  id: '',
  name: '',
  description: '',
  price: '0',
  quantity: '',
  sales_start: '',
  sales_end: '',
  min_per_order: '1',
  max_per_order: '10',
  max_per_buyer: '',
  hidden: false,
  paused: false,
};

export function typeValuesOf(type: ManagedType, timeZone: string): TicketTypeValues {
  const wallTime = (time: string | null) => (time === null ? '' : wallTimeOf(time, timeZone));
  return {
    id: String(type.id),
    name: type.name,
    description: type.description ?? '',
    price: formatPriceInput(type.price),
    quantity: String(type.quantity ?? ''),
    sales_start: wallTime(type.sales_start),
    sales_end: wallTime(type.sales_end),
    min_per_order: String(type.min_per_order),
    max_per_order: String(type.max_per_order),
    max_per_buyer: String(type.max_per_buyer ?? ''),
    hidden: type.visibility === 'hidden',
    paused: type.paused,
  };
}

/** Whether only the price differs from a new type. `paused` does not count, because another page stops sales. */
export function isPlain(type: TicketTypeValues): boolean {
  const plain: TicketTypeValues = { ...blankType, name: firstTypeName };
  const names = Object.keys(plain) as (keyof TicketTypeValues)[];
  return names
    .filter((name) => name !== 'id' && name !== 'price' && name !== 'paused')
    .every((name) => type[name] === plain[name]);
}

/**
 * The ticket types that the form shows as a list. The list is empty for an event whose only ticket type has only a
 * price.
 */
export function openTypeValues(types: readonly ManagedType[], timeZone: string): TicketTypeValues[] {
  const values = types.map((type) => typeValuesOf(type, timeZone));
  return values.length === 1 && values.every(isPlain) ? [] : values;
}

export function writeType(values: TicketTypeValues, timeZone: string): TypeBody {
  const { name, description, price, quantity, min_per_order, max_per_order, max_per_buyer } = values;
  return {
    name,
    description,
    price: Number(price),
    quantity: readLimit(quantity),
    sales_start: readTime(values.sales_start, timeZone),
    sales_end: readTime(values.sales_end, timeZone),
    min_per_order: Number(min_per_order),
    max_per_order: Number(max_per_order),
    max_per_buyer: readLimit(max_per_buyer),
    visibility: values.hidden ? 'hidden' : 'public',
    paused: values.paused,
  };
}

/**
 * Writes only the changed fields. Otherwise an unchanged time would lose its seconds, because the form has no seconds.
 */
export function writeTypeChange(
  values: TicketTypeValues,
  before: TicketTypeValues,
  timeZone: string,
): TypeChange {
  const old = writeType(before, timeZone);
  const entries = Object.entries(writeType(values, timeZone)) as [keyof TypeBody, unknown][];
  return Object.fromEntries(entries.filter(([name, value]) => value !== old[name]));
}

function readLimit(typed: string): number | null {
  return typed.trim() === '' ? null : Number(typed);
}

function readTime(typed: string, timeZone: string): string | null {
  return typed === '' ? null : (instantOf(typed, timeZone) ?? typed);
}
