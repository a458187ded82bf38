import { describe, expect, it } from 'vitest';
import { describeWebhook } from './webhook-states.ts';

const processed_at = '2026-07-04T18:30:00.000Z';
const error = 'The payment provider is unreachable';

describe('the admin dashboard', () => {
  it.each([
    ['Waiting', null, null],
    ['Failed', null, error],
    ['Processed', processed_at, null],
    ['Processed', processed_at, error],
  ])('labels a webhook as “%s” when processed_at is %s and error is %s', (word, at, words) => {
    expect(describeWebhook({ processed_at: at, error: words }).word).toBe(word);
  });
});
