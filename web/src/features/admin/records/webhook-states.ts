import type { BadgeTone } from '../../../ui/badge.tsx';
import type { StoredWebhook } from '../admin.records.api.ts';

/** The badge of a webhook. A processed webhook stays “Processed”, even if processing it again failed. */
export function describeWebhook({ processed_at, error }: Pick<StoredWebhook, 'processed_at' | 'error'>): {
  word: string;
  tone: BadgeTone;
} {
  if (processed_at) return { word: 'Processed', tone: 'good' };
  return error ? { word: 'Failed', tone: 'bad' } : { word: 'Waiting', tone: 'warn' };
}
