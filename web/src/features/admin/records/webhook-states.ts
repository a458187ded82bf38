import type { BadgeTone } from '../../../ui/badge.tsx';
import type { StoredWebhook } from '../admin.records.api.ts';

/**
 * The badge of a webhook. A processed webhook may have an error, because it can be processed twice and fail the second
 * time. It stays “Processed”, because its work is done.
 */
export function describeWebhook({ processed_at, error }: Pick<StoredWebhook, 'processed_at' | 'error'>): {
  word: string;
  tone: BadgeTone;
} {
  if (processed_at) return { word: 'Processed', tone: 'good' };
  return error ? { word: 'Failed', tone: 'bad' } : { word: 'Waiting', tone: 'warn' };
}
