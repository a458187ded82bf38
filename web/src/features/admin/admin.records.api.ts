import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type Answer, api } from '../../api/client.ts';
import { perPage, type RecordsSearch } from './admin-search.ts';
import { adminKey, type TablePage } from './admin.api.ts';

export type ComparedPayment = Answer<'GET /admin/payments'>['payments'][number];
export type StoredWebhook = Answer<'GET /admin/webhooks'>['webhooks'][number];
export type AuditEntry = Answer<'GET /admin/audit'>['entries'][number];

const recordTimes = { staleTime: 0, placeholderData: keepPreviousData } as const;

/**
 * One page of the payments in our ledger, each compared with the provider's data. With `trouble`, the page contains
 * only the payments on which our ledger and the provider differ.
 */
export function paymentsQuery(adminId: number, { page = 1, only }: RecordsSearch) {
  return queryOptions({
    queryKey: [...adminKey(adminId), 'payments', { page, only }],
    queryFn: async ({ signal }): Promise<TablePage<ComparedPayment>> => {
      const query = { limit: perPage, page, only: only && ('differences' as const) };
      const { payments, total_payments } = await api('GET /admin/payments', { query, signal });
      return { rows: payments, total: total_payments };
    },
    ...recordTimes,
  });
}

/** With `trouble`, the page contains only the webhooks that failed. */
export function webhooksQuery(adminId: number, { page = 1, only }: RecordsSearch) {
  return queryOptions({
    queryKey: [...adminKey(adminId), 'webhooks', { page, only }],
    queryFn: async ({ signal }): Promise<TablePage<StoredWebhook>> => {
      const query = { limit: perPage, page, only: only && ('failed' as const) };
      const { webhooks, total_webhooks } = await api('GET /admin/webhooks', { query, signal });
      return { rows: webhooks, total: total_webhooks };
    },
    ...recordTimes,
  });
}

export function auditQuery(adminId: number, { page = 1, q }: RecordsSearch) {
  return queryOptions({
    queryKey: [...adminKey(adminId), 'audit', { page, q }],
    queryFn: async ({ signal }): Promise<TablePage<AuditEntry>> => {
      const { entries, total_entries } = await api('GET /admin/audit', {
        query: { limit: perPage, page, q },
        signal,
      });
      return { rows: entries, total: total_entries };
    },
    ...recordTimes,
  });
}
