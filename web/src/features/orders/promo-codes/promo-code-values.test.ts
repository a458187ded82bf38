import { describe, expect, it } from 'vitest';
import { blankCode, codeValuesOf, writeCodeChange, writeNewCode } from './promo-code-values.ts';
import type { PromoCode } from './orders.promo-codes.api.ts';

const zone = 'Europe/London';

const code: PromoCode = {
  id: 4,
  code: 'SPRING',
  all_events: false,
  kind: 'amount',
  percent: null,
  amount: 2.5,
  ticket_type_ids: [3],
  starts_at: '2031-06-01T08:00:30.000Z',
  ends_at: null,
  max_uses: 50,
  max_per_buyer: null,
  uses: 2,
  given_away: 5,
  state: 'active',
  ended_at: null,
  has_orders: true,
  can_edit: true,
  created_at: '2031-05-01T08:00:00.000Z',
};

describe('the form of a promo code', () => {
  it('sends only the value that belongs to the kind of the promo code', () => {
    const values = { ...blankCode, code: 'ten', kind: 'percent' as const, percent: '10', amount: '5' };
    expect(writeNewCode(values, zone)).toMatchObject({ kind: 'percent', percent: 10, amount: null });
    expect(writeNewCode({ ...values, kind: 'amount' }, zone)).toMatchObject({ percent: null, amount: 5 });
    expect(writeNewCode({ ...values, kind: 'unlock' }, zone)).toMatchObject({ percent: null, amount: null });
  });

  it('sends no ticket types for a code for all events', () => {
    const values = { ...blankCode, code: 'ten', ticket_type_ids: [3], all_events: true };
    expect(writeNewCode(values, zone)).toMatchObject({ ticket_type_ids: [], all_events: true });
  });

  it('sends times in UTC, and null for an empty limit', () => {
    const values = { ...blankCode, code: 'ten', ends_at: '2031-06-30T23:00', max_uses: ' ' };
    expect(writeNewCode(values, zone)).toMatchObject({ ends_at: '2031-06-30T22:00:00.000Z', max_uses: null });
  });

  it('sends only changed fields, so that an unchanged time keeps its seconds', () => {
    const values = codeValuesOf(code, zone);
    expect(writeCodeChange(values, code, zone)).toEqual({});
    expect(writeCodeChange({ ...values, max_uses: '60', starts_at: '' }, code, zone)).toEqual({
      max_uses: 60,
      starts_at: null,
    });
  });
});
