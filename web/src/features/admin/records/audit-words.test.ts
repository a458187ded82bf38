import { describe, expect, it } from 'vitest';
import { describeDetails, formatExactTime } from './audit-words.ts';

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
    expect(describeDetails({ note: '2026-99-99T1Z' }, 'UTC')).toBe('note “2026-99-99T1Z”');
    expect(describeDetails({ note: '2026-11-24T25:00Z' }, 'UTC')).toBe('note “2026-11-24T25:00Z”');
  });

  it('have both sides of a change together', () => {
    expect(
      describeDetails({ name: 'Adult', name_to: 'Adult', name_from: 'General admission', sold: 3 }, 'UTC'),
    ).toBe('sold 3, name from General admission to Adult');
    expect(describeDetails({ to_days: 7, from_days: null }, 'UTC')).toBe('days from none to 7');
    expect(describeDetails({ from_pence: 500, to_pence: 800 }, 'UTC')).toBe('from £5.00 to £8.00');
    expect(describeDetails({ price_from_pence: 500, price_to_pence: 800 }, 'UTC')).toBe(
      'price from £5.00 to £8.00',
    );
  });

  it('call a limit that was removed no limit', () => {
    expect(describeDetails({ from: 100, to: null, taken: 3 }, 'UTC')).toBe('taken 3, from 100 to no limit');
    expect(describeDetails({ quantity_from: 40, quantity_to: null }, 'UTC')).toBe(
      'quantity from 40 to no limit',
    );
  });

  it('have their times in the zone of the site', () => {
    expect(describeDetails({ sales_start_to: '2031-04-01T09:00:00.000Z' }, 'Europe/London')).toBe(
      'sales start to Apr 1, 2031, 10:00 AM',
    );
  });
});

describe('the time of an audit entry', () => {
  it('has its seconds, in the zone of the site', () => {
    expect(formatExactTime('2031-07-01T18:30:05.250Z', 'Europe/London')).toBe('7:30:05 PM');
  });
});
