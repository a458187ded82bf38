import type { ErrorCode } from '@foyer/contract/errors.ts';
import { ApiError } from '../../../http/errors.ts';
import type { TypeRow } from './types.queries.ts';

type TypeRefusal = Extract<ErrorCode, 'sales_paused' | 'sales_not_started' | 'sales_ended'>;

/** Finds the reason why a ticket type is not on sale now, apart from how many are left; null if it is on sale. */
function findTypeRefusal(
  type: Pick<TypeRow, 'paused' | 'sales_start' | 'sales_end'>,
  now: Date,
): TypeRefusal | null {
  if (type.paused) return 'sales_paused';
  if (type.sales_start && type.sales_start > now) return 'sales_not_started';
  return type.sales_end && type.sales_end <= now ? 'sales_ended' : null;
}

/**
 * Gets the ticket type that a call of the older API sells: the only type of the event, or the only public type that is
 * on sale. Throws `choose_a_ticket_type` if there are several, and the reason why the type is not on sale.
 */
export function getSingleType(types: readonly TypeRow[], now: Date): TypeRow {
  const open = types.filter(
    (type) => type.visibility === 'public' && type.min_per_order === 1 && !findTypeRefusal(type, now),
  );
  const [only] = types.length === 1 ? types : open;
  if (!only || (types.length > 1 && open.length > 1) || only.min_per_order > 1) {
    throw new ApiError('choose_a_ticket_type');
  }
  const refusal = findTypeRefusal(only, now);
  if (refusal) throw new ApiError(refusal);
  return only;
}
