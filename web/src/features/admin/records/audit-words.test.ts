import { describe, expect, it } from 'vitest';
import { describeDetails } from './audit-words.ts';

describe('the details of an audit entry', () => {
  it('are written in words, with amounts in pounds and without empty values', () => {
    expect(describeDetails({ amount_pence: 1250, reason: 'event_cancelled', note: null })).toBe(
      'amount £12.50, reason event cancelled',
    );
    expect(describeDetails({ fields: 'email', is_site_admin: false })).toBe('fields email, is site admin no');
    expect(describeDetails({})).toBe('');
  });
});
