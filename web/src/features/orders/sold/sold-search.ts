import type { SoldOrder } from './orders.sold.api.ts';

const statuses = ['confirmed', 'held', 'expired', 'cancelled'] as const;
const channels = ['web', 'older_api', 'complimentary'] as const;

export interface SoldView {
  q: string;
  status?: SoldOrder['status'];
  /** The id of a ticket type. */
  type?: number;
  channel?: SoldOrder['channel'];
  page: number;
}

/** The query in the page's URL, without default values. */
export type SoldSearch = Partial<SoldView>;

export function readSoldSearch(raw: Record<string, unknown>): SoldSearch {
  const page = readId(raw.page);
  return stripDefaults({
    q: typeof raw.q === 'string' || typeof raw.q === 'number' ? String(raw.q).trim().slice(0, 200) : '',
    status: statuses.find((status) => status === raw.status),
    type: readId(raw.type),
    channel: channels.find((channel) => channel === raw.channel),
    page: page ?? 1,
  });
}

export function completeSoldView({ q = '', page = 1, ...rest }: SoldSearch): SoldView {
  return { ...rest, q, page };
}

export function stripDefaults({ q, page, ...rest }: SoldView): SoldSearch {
  return { ...rest, q: q || undefined, page: page === 1 ? undefined : page };
}

function readId(value: unknown): number | undefined {
  const id = Number(value);
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
}
