import { makeId } from './ids.ts';
import { toSeconds, type LineItem } from './objects.ts';

export interface LineItemFacts {
  now: Date;
  currency: string;
  unitAmount: number;
  quantity: number;
  name: string;
  metadata: Record<string, string>;
}

/** Builds a line item together with its price. No other session uses this price. */
export function buildLineItem(facts: LineItemFacts): LineItem {
  const amount = facts.unitAmount * facts.quantity;
  return {
    id: makeId('li'),
    object: 'item',
    adjustable_quantity: null,
    amount_discount: 0,
    amount_subtotal: amount,
    amount_tax: 0,
    amount_total: amount,
    currency: facts.currency,
    description: facts.name,
    metadata: facts.metadata,
    price: {
      id: makeId('price'),
      object: 'price',
      active: false,
      billing_scheme: 'per_unit',
      created: toSeconds(facts.now),
      currency: facts.currency,
      custom_unit_amount: null,
      livemode: false,
      lookup_key: null,
      metadata: {},
      nickname: null,
      product: makeId('prod'),
      recurring: null,
      tax_behavior: 'unspecified',
      tiers_mode: null,
      transform_quantity: null,
      type: 'one_time',
      unit_amount: facts.unitAmount,
      unit_amount_decimal: String(facts.unitAmount),
    },
    quantity: facts.quantity,
  };
}
