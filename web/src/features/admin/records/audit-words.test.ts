import { describe, expect, it } from 'vitest';
import { describeDetails } from './audit-words.ts';

describe('the details of an audit entry', () => {
  it('are written in words, with amounts in pounds and without empty values', () => {
    expect(describeDetails({ amount_pence: 1250, reason: 'event_cancelled', note: null }, 'UTC')).toBe(
      'amount £12.50, reason event cancelled',
    );
    expect(describeDetails({ fields: 'email', is_site_admin: false }, 'UTC')).toBe(
      'fields email, is site admin no',
    );
    expect(describeDetails({}, 'UTC')).toBe('');
  });

  it('keep a typed text that looks like a time', () => {
    expect(describeDetails({ note: '2026-99-99T1Z' }, 'UTC')).toBe('note 2026-99-99T1Z');
    expect(describeDetails({ note: '2026-11-24T25:00Z' }, 'UTC')).toBe('note 2026-11-24T25:00Z');
  });

  it('have their times in the zone of the site', () => {
    expect(describeDetails({ sales_start_to: '2031-04-01T09:00:00.000Z' }, 'Europe/London')).toBe(
      'sales start to Apr 1, 2031, 10:00 AM',
    );
  });
});
