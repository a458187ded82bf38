import type { BadgeTone } from '../../../ui/badge.tsx';
import type { StoredWebhook } from '../admin.records.api.ts';

/**
 * The badge of a webhook. A webhook can be processed twice and fail the second time. The badge then stays
 * “Processed”, because the work of the webhook is done.
 */
export function describeWebhook({ processed_at, error }: Pick<StoredWebhook, 'processed_at' | 'error'>): {
  word: string;
  tone: BadgeTone;
} {
  if (processed_at) return { word: 'Processed', tone: 'good' };
  return error ? { word: 'Failed', tone: 'bad' } : { word: 'Waiting', tone: 'warn' };
}
