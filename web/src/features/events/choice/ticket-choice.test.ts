import { describe, expect, it } from 'vitest';
import type { Offer, Offers } from './events.choice.api.ts';
import {
  computeSum,
  describeChoice,
  describeClosedSale,
  describeCode,
  describeState,
  fitCheckout,
  fitChoice,
  needsChoice,
  needsCode,
  readTickets,
  startChoice,
  stepQuantity,
  writeTickets,
} from './ticket-choice.ts';

const adult: Offer = {
  id: 64,
  name: 'Adult',
  description: null,
  price: 12.35,
  state: 'on_sale',
  remaining: null,
  min_per_order: 1,
  max_per_order: 10,
  sales_start: null,
  sales_end: null,
};
const child: Offer = { ...adult, id: 65, name: 'Child', price: 6 };
const group: Offer = { ...adult, id: 66, name: 'Group', min_per_order: 4, max_per_order: 6 };
const offer = (ticket_types: Offer[], promo?: Offers['promo']): Offers => ({ ticket_types, promo });

describe('the choice of tickets', () => {
  it.each([
    ['one type on sale', [adult], {}, false],
    ['one type that is sold out', [{ ...adult, state: 'sold_out' }], {}, false],
    ['two types', [adult, child], {}, true],
    ['a promo code', [adult], { code: 'SPRING' }, true],
    ['tickets in the address', [adult], { tickets: '64x1' }, true],
    ['one type whose sales are paused', [{ ...adult, state: 'paused' }], {}, true],
    ['one type that is only sold in groups', [group], {}, true],
  ] as const)(
    'shows the list of ticket types only if the buyer needs this list: %s',
    (_, types, search, isNeeded) => {
      expect(needsChoice(offer([...types]), search)).toBe(isNeeded);
    },
  );

  it('jumps from zero to the minimum per order and back, and never exceeds the maximum', () => {
    expect(stepQuantity(group, 0, 1)).toBe(4);
    expect(stepQuantity(group, 4, -1)).toBe(0);
    expect(stepQuantity(group, 6, 1)).toBe(6);
  });

  it('never offers more tickets than are left', () => {
    expect(stepQuantity({ ...adult, remaining: 2 }, 2, 1)).toBe(2);
    expect(fitChoice([{ ...adult, remaining: 2 }], { 64: 5 })).toEqual({ 64: 2 });
  });

  it('loses the tickets of a type that is no longer on sale', () => {
    expect(fitChoice([adult, { ...child, state: 'sold_out' }], { 64: 1, 65: 2, 99: 1 })).toEqual({ 64: 1 });
  });

  it('keeps tickets on the checkout page that other buyers have reserved but not paid for', () => {
    const reserved = { ...child, state: 'all_reserved' as const };
    expect(fitChoice([adult, reserved], { 64: 1, 65: 2 })).toEqual({ 64: 1 });
    expect(fitCheckout([adult, reserved], { 64: 1, 65: 2 })).toEqual({ 64: 1, 65: 2 });
    expect(fitCheckout([{ ...child, state: 'sold_out' }], { 65: 2 })).toEqual({});
    expect(fitCheckout([reserved], { 65: 9999 })).toEqual({ 65: child.max_per_order });
  });

  it('starts with one ticket if only one type is on sale', () => {
    expect(startChoice([adult, { ...child, state: 'ended' }])).toEqual({ 64: 1 });
    expect(startChoice([adult, child])).toEqual({});
  });

  it('can be written into a web address and read back', () => {
    expect(readTickets(writeTickets({ 64: 2, 65: 0, 66: 4 }))).toEqual({ 64: 2, 66: 4 });
    expect(writeTickets({ 64: 0 })).toBeUndefined();
  });
});

describe('the sum of the chosen tickets', () => {
  const percent = { state: 'applied', percent: 20, amount: null } as const;

  it('is reduced by a percentage only for the ticket types of the promo code, and is rounded once', () => {
    const types = [
      { ...adult, takes_code: true, price_with_code: 9.88 },
      { ...child, takes_code: false },
    ];
    const sum = computeSum(offer(types, percent), { 64: 3, 65: 1 });
    expect(sum).toEqual({ subtotalPence: 4305, discountPence: 741, totalPence: 3564 });
  });

  it('is reduced by a fixed amount only once, and never below zero', () => {
    const promo = { state: 'applied', percent: null, amount: 20 } as const;
    const types = [{ ...child, takes_code: true }];
    expect(computeSum(offer(types, promo), { 65: 4 }).totalPence).toBe(400);
    expect(computeSum(offer(types, promo), { 65: 2 }).totalPence).toBe(0);
  });

  it('is reduced by a fixed amount at most by the price of the tickets that the promo code is for', () => {
    const promo = { state: 'applied', percent: null, amount: 20 } as const;
    const types = [
      { ...adult, takes_code: true },
      { ...child, takes_code: false },
    ];
    expect(computeSum(offer(types, promo), { 64: 1, 65: 2 }).totalPence).toBe(1200);
    expect(computeSum(offer(types, promo), { 65: 2 }).totalPence).toBe(1200);
    expect(needsCode(offer(types, promo), { 64: 1, 65: 2 })).toBe(true);
    expect(needsCode(offer(types, promo), { 65: 2 })).toBe(false);
  });

  it('is zero when a promo code leaves an amount that is too small for a card payment', () => {
    const promo = { state: 'applied', percent: null, amount: 5.75 } as const;
    expect(computeSum(offer([{ ...child, takes_code: true }], promo), { 65: 1 })).toMatchObject({
      discountPence: 600,
      totalPence: 0,
    });
  });

  it('is not reduced by a promo code that has ended', () => {
    const promo = { state: 'ended', percent: null, amount: null } as const;
    expect(computeSum(offer([child], promo), { 65: 1 }).totalPence).toBe(600);
  });
});

describe('the text about a promo code that unlocks hidden tickets', () => {
  const promo = { state: 'applied', percent: null, amount: null } as const;
  const crew: Offer = { ...child, takes_code: true };
  const open: Offer = { ...adult, takes_code: false };

  it('says that the tickets are unlocked while some are left', () => {
    expect(describeCode(promo, 'CREW', [open, crew])).toEqual({
      text: 'CREW: unlocks tickets for you',
      works: true,
    });
  });

  it('says that the tickets are sold out when none are left', () => {
    expect(describeCode(promo, 'CREW', [open, { ...crew, state: 'sold_out' }])).toEqual({
      text: 'The code CREW is right, but its tickets are sold out.',
      works: false,
    });
  });
});

describe('the text about a ticket type', () => {
  it.each([
    [{ remaining: 3 }, 'Only 3 left'],
    [{ state: 'sold_out' }, 'Sold out'],
    [{ state: 'all_reserved' }, 'All reserved right now'],
    [{ state: 'paused' }, 'Sales are paused'],
    [{ state: 'ended' }, 'Sales have ended'],
    [{ state: 'not_yet' }, 'Not on sale yet'],
    [{ state: 'not_yet', sales_start: '2031-05-01T18:00:00.000Z' }, 'On sale from May 1, 2031, 7:00 PM'],
  ] as const)('for %j is “%s”', (change, words) => {
    expect(describeState({ ...adult, ...change }, 'Europe/London')?.text).toBe(words);
  });

  it('is empty when anybody can buy the type', () => {
    expect(describeState(adult, 'Europe/London')).toBeNull();
  });

  it('says “All reserved” instead of “Sold Out” while unpaid places may become free again', () => {
    const types = [adult, child].map((type) => ({ ...type, state: 'sold_out' as const }));
    expect(describeClosedSale(types)).toBe('Sold Out');
    expect(describeClosedSale([...types, { ...group, state: 'all_reserved' }])).toBe(
      'All reserved right now',
    );
    expect(describeClosedSale([...types, group])).toBeNull();
    expect(describeClosedSale([])).toBe('Only with a promo code');
  });
});

describe('the button below the ticket types', () => {
  it('says how many tickets the buyer has chosen and what they cost', () => {
    expect(describeChoice({}, 0)).toBe('Choose your tickets');
    expect(describeChoice({ 64: 1 }, 0)).toBe('Get 1 ticket · Free');
    expect(describeChoice({ 64: 2 }, 2800)).toBe('Get 2 tickets · £28.00');
  });
});
