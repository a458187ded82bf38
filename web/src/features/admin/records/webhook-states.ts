import type { BadgeTone } from '../../../ui/badge.tsx';
import type { StoredWebhook } from '../admin.records.api.ts';

/** What has become of a webhook; once processed it stays so, whatever another try comes to. */
export function describeWebhook({ processed_at, error }: Pick<StoredWebhook, 'processed_at' | 'error'>): {
  word: string;
  tone: BadgeTone;
} {
  if (processed_at) return { word: 'Processed', tone: 'good' };
  return error ? { word: 'Failed', tone: 'bad' } : { word: 'Waiting', tone: 'warn' };
}
