import type { ErrorCode } from '@foyer/contract/errors.ts';
import { describe, expect, it } from 'vitest';
import { CallError, type OrderRefusal } from '../../../api/call-error.ts';
import type { Offer } from '../../events/choice/events.choice.api.ts';
import { describeRefusal, findOpenOrder } from './order-refusals.ts';

const offers = [{ id: 64, name: 'Adult' } as Offer];
const refuse = (code: ErrorCode, refusal: OrderRefusal = {}) =>
  describeRefusal(new CallError(409, { code, msg: 'The sentence of the server', ...refusal }), offers);

describe('the message about a refused order', () => {
  it('names the new price when the price has changed, and lets the buyer order again', () => {
    expect(refuse('price_changed', { total: 14 })).toEqual({
      text: 'The price has changed: your order now costs £14.00. Go on only if you agree.',
      next: 'again',
    });
  });

  it('says how many tickets of which type are left', () => {
    expect(refuse('not_enough_left', { remaining: 1, ticket_type_id: 64 })).toEqual({
      text: 'Only 1 Adult ticket left. We did not order any.',
      next: 'choose',
    });
    expect(refuse('not_enough_left', { remaining: 0 }).text).toBe('These tickets have just sold out.');
  });

  it('leads back to the first order when it is too late to replace that order', () => {
    expect(refuse('too_late_to_replace', { order: '7QK2M9XWTA' })).toEqual({
      text: 'It is too late to choose other tickets. Pay for the order that you have, or give its places back.',
    });
    const found = (code: ErrorCode) =>
      findOpenOrder(new CallError(409, { code, msg: '', order: '7QK2M9XWTA' }));
    expect(found('too_late_to_replace')).toBe('7QK2M9XWTA');
    expect(found('order_open')).toBeUndefined();
  });

  it('does not say that tickets are sold out while other buyers have not paid for them', () => {
    const reserved = [{ id: 64, name: 'Adult', state: 'all_reserved' } as Offer];
    const words = (code: ErrorCode, refusal: OrderRefusal = {}) =>
      describeRefusal(new CallError(409, { code, msg: 'No tickets', ...refusal }), reserved).text;
    expect(words('event_sold_out')).toMatch(/^All reserved right now\./);
    expect(words('not_enough_left', { remaining: 0, ticket_type_id: 64 })).toMatch(/^Adult: All reserved/);
    expect(words('event_sold_out', { ticket_type_id: 65 })).toBe('These tickets have just sold out.');
  });

  it('names the ticket type that cannot be bought, and leads back to the choice of tickets', () => {
    expect(refuse('sales_paused', { ticket_type_id: 64 })).toEqual({
      text: 'Adult: The organiser has stopped the sale for now. Try again later.',
      next: 'choose',
    });
  });

  it('repeats the message of the server when an account has too many free tickets', () => {
    expect(refuse('too_many_for_buyer')).toEqual({ text: 'The sentence of the server', next: 'choose' });
    expect(refuse('too_many_for_buyer', { ticket_type_id: 64 }).text).toContain('Adult: This is more');
  });

  it('offers to order without the promo code when the code was used up', () => {
    expect(refuse('promo_code_used_up').next).toBe('drop-code');
  });

  it('repeats the message of the server in all other cases', () => {
    expect(refuse('too_many_requests')).toEqual({ text: 'The sentence of the server', next: 'again' });
    expect(describeRefusal(new Error('bug'), offers).text).toBe('We could not place your order. Try again.');
  });
});
