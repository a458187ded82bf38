import type { Params } from './params.ts';
import type { Paging } from '../objects/object-store.ts';

export interface ListBody<T> {
  object: 'list';
  url: string;
  has_more: boolean;
  data: T[];
}

export function buildList<T>(url: string, data: T[], hasMore: boolean): ListBody<T> {
  return { object: 'list', url, has_more: hasMore, data };
}

/** Reads the paging parameters. `limit` is between 1 and 100, and 10 by default. */
export function readPaging(params: Params): Paging {
  return {
    limit: params.integer('limit', { min: 1, max: 100 }) ?? 10,
    after: params.text('starting_after'),
    before: params.text('ending_before'),
  };
}

/**
 * Reads the filter `created`: either a single second, or a range with `gt`, `gte`, `lt` and `lte`. All times are in
 * seconds since 1970.
 */
export function readCreatedRange(params: Params): { createdFrom?: Date; createdBefore?: Date } {
  if (!params.has('created')) return {};
  if (!params.isNested('created')) {
    const at = params.requiredInteger('created');
    return { createdFrom: dateOf(at), createdBefore: dateOf(at + 1) };
  }
  const range = params.child('created');
  const gt = range?.integer('gt');
  const gte = range?.integer('gte') ?? (gt === undefined ? undefined : gt + 1);
  const lte = range?.integer('lte');
  const lt = range?.integer('lt') ?? (lte === undefined ? undefined : lte + 1);
  return {
    ...(gte === undefined ? {} : { createdFrom: dateOf(gte) }),
    ...(lt === undefined ? {} : { createdBefore: dateOf(lt) }),
  };
}

function dateOf(seconds: number): Date {
  return new Date(seconds * 1000);
}
