import { describe, expect, it } from 'vitest';
import { describeTimes, describeTypes, describeUses, describeValue } from './promo-code-words.ts';

describe('the text about a promo code', () => {
  it('says what the code does', () => {
    expect(describeValue({ kind: 'percent', percent: 20, amount: null })).toBe('20% off');
    expect(describeValue({ kind: 'amount', percent: null, amount: 2.5 })).toBe('£2.50 off each order');
    expect(describeValue({ kind: 'unlock', percent: null, amount: null })).toBe('Shows hidden tickets');
  });

  it('names the ticket types of the code, and says how many of them were deleted', () => {
    const types = [
      { id: 1, name: 'Adult' },
      { id: 2, name: 'Child' },
    ];
    expect(describeTypes({ kind: 'percent', ticket_type_ids: [] }, types)).toBe('All ticket types');
    expect(describeTypes({ kind: 'unlock', ticket_type_ids: [] }, types)).toBe('All hidden ticket types');
    expect(describeTypes({ kind: 'percent', ticket_type_ids: [2, 1] }, types)).toBe('Adult, Child');
    expect(describeTypes({ kind: 'percent', ticket_type_ids: [2, 7] }, types)).toBe(
      'Child, 1 deleted ticket type',
    );
  });

  it('says how often the code was used, and how often it can be used', () => {
    expect(describeUses({ uses: 1, max_uses: null, max_per_buyer: null })).toBe('1 use');
    expect(describeUses({ uses: 18, max_uses: 50, max_per_buyer: 1 })).toBe('18 of 50 uses, 1 per buyer');
  });

  it('says from when and until when the code works', () => {
    const starts_at = '2031-05-01T09:00:00.000Z';
    const ends_at = '2031-05-31T22:00:00.000Z';
    expect(describeTimes({ starts_at: null, ends_at: null }, 'UTC')).toBeNull();
    expect(describeTimes({ starts_at, ends_at: null }, 'UTC')).toMatch(/^From /);
    expect(describeTimes({ starts_at: null, ends_at }, 'UTC')).toMatch(/^Until /);
    expect(describeTimes({ starts_at, ends_at }, 'UTC')).toMatch(/ to /);
  });
});
