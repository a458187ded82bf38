import { renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { Offer } from './events.choice.api.ts';
import { PromoCodeEntry } from './promo-code-entry.tsx';
import type { TicketChoice } from './use-ticket-choice.ts';

const choice: TicketChoice = {
  offers: { ticket_types: [] },
  choice: {},
  sum: null,
  isNeeded: true,
  code: undefined,
  isCodeLoading: false,
  codeFailure: null,
  setCode: () => undefined,
  setQuantity: () => undefined,
};

const adult: Offer = {
  id: 64,
  name: 'Adult',
  description: null,
  price: 12,
  state: 'on_sale',
  remaining: null,
  min_per_order: 1,
  max_per_order: 10,
  sales_start: null,
  sales_end: null,
};

describe('the promo code entry', () => {
  it('asks for a code when nothing is on sale without one', () => {
    const page = renderToString(<PromoCodeEntry choice={choice} />);
    expect(page).toContain('sold only with a promo code');
    expect(page).toContain('<input');
  });

  it('stays closed when tickets are on sale', () => {
    const page = renderToString(<PromoCodeEntry choice={{ ...choice, offers: { ticket_types: [adult] } }} />);
    expect(page).toContain('Have a promo code?');
    expect(page).not.toContain('<input');
  });
});
