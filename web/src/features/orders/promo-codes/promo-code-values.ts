import type { BodyInput } from '@foyer/contract/endpoint.ts';
import type { Endpoints } from '@foyer/contract/index.ts';
import { formatPriceInput } from '../../../format/money.ts';
import { instantOf, wallTimeOf } from '../../../format/zoned-time.ts';
import type { PromoCode } from './orders.promo-codes.api.ts';

export interface PromoCodeValues {
  code: string;
  kind: PromoCode['kind'];
  percent: string;
  amount: string;
  all_events: boolean;
  ticket_type_ids: number[];
  starts_at: string;
  ends_at: string;
  max_uses: string;
  max_per_buyer: string;
}

type NewCodeBody = BodyInput<Endpoints['POST /events/:id/promo-codes']>;
type CodeChangeBody = BodyInput<Endpoints['PATCH /events/:id/promo-codes/:codeId']>;

export const blankCode: PromoCodeValues = {
  code: '',
  kind: 'percent',
  percent: '10',
  amount: '5',
  all_events: false,
  ticket_type_ids: [],
  starts_at: '',
  ends_at: '',
  max_uses: '',
  max_per_buyer: '',
};

export function codeValuesOf(code: PromoCode, timeZone: string): PromoCodeValues {
  const wallTime = (time: string | null) => (time === null ? '' : wallTimeOf(time, timeZone));
  return {
    code: code.code,
    kind: code.kind,
    percent: String(code.percent ?? blankCode.percent),
    amount: code.amount === null ? blankCode.amount : formatPriceInput(code.amount),
    all_events: code.all_events,
    ticket_type_ids: code.ticket_type_ids,
    starts_at: wallTime(code.starts_at),
    ends_at: wallTime(code.ends_at),
    max_uses: String(code.max_uses ?? ''),
    max_per_buyer: String(code.max_per_buyer ?? ''),
  };
}

/**
 * Writes the form as a request for a new code. Does not check the values, because the server reports every missing or
 * wrong field.
 */
export function writeNewCode(values: PromoCodeValues, timeZone: string): NewCodeBody {
  const { kind, all_events } = values;
  return {
    code: values.code,
    kind,
    percent: kind === 'percent' ? readNumber(values.percent) : null,
    amount: kind === 'amount' ? readNumber(values.amount) : null,
    ticket_type_ids: all_events ? [] : values.ticket_type_ids,
    starts_at: readTime(values.starts_at, timeZone),
    ends_at: readTime(values.ends_at, timeZone),
    max_uses: readNumber(values.max_uses),
    max_per_buyer: readNumber(values.max_per_buyer),
    ...(all_events && { all_events }),
  };
}

/**
 * Writes only the changed fields. Otherwise an unchanged time would lose its seconds, because the form has no seconds.
 */
export function writeCodeChange(values: PromoCodeValues, code: PromoCode, timeZone: string): CodeChangeBody {
  const before = writeNewCode(codeValuesOf(code, timeZone), timeZone);
  const { all_events: _fixed, ...after } = writeNewCode(values, timeZone);
  const names = Object.keys(after) as (keyof typeof after)[];
  const isSame = (name: keyof typeof after) => JSON.stringify(after[name]) === JSON.stringify(before[name]);
  return Object.fromEntries(names.filter((name) => !isSame(name)).map((name) => [name, after[name]]));
}

function readNumber(typed: string): number | null {
  return typed.trim() === '' ? null : Number(typed);
}

function readTime(typed: string, timeZone: string): string | null {
  return typed === '' ? null : (instantOf(typed, timeZone) ?? typed);
}
