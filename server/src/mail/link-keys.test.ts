import { describe, expect, it } from 'vitest';
import { deriveOrderKey, deriveTicketKey, isOrderKey, isTicketKey } from './link-keys.ts';

const secret = Buffer.from('a secret of the site');
const order = { id: 7, key_salt: '0b0e6a52-6a0c-4a7f-9d55-0f5ac4a1c7de' };

describe('the key of an order', () => {
  it('opens its own order, but no other order, and no order of another site', () => {
    const key = deriveOrderKey(secret, order);
    expect(key).toMatch(/^[\w-]{43}$/);
    expect(isOrderKey(secret, order, key)).toBe(true);
    expect(isOrderKey(secret, { ...order, id: 8 }, key)).toBe(false);
    expect(isOrderKey(Buffer.from('the secret of another site'), order, key)).toBe(false);
  });

  it('stops working when the order gets a new salt', () => {
    const key = deriveOrderKey(secret, order);
    expect(isOrderKey(secret, { ...order, key_salt: '5b0e6a52-6a0c-4a7f-9d55-0f5ac4a1c7de' }, key)).toBe(
      false,
    );
  });

  it.each([undefined, '', 'short', 'a'.repeat(43), '%'.repeat(43), 'ä'.repeat(100)])(
    'is refused if it is the text %j',
    (given) => {
      expect(isOrderKey(secret, order, given)).toBe(false);
    },
  );
});

describe('the key of a ticket that was given to somebody else', () => {
  it('opens this ticket, but no order with the same id and salt', () => {
    const { id, key_salt } = order;
    const ticket = { ticket_id: id, holder_salt: key_salt };
    const key = deriveTicketKey(secret, ticket);
    expect(isTicketKey(secret, ticket, key)).toBe(true);
    expect(isTicketKey(secret, { ...ticket, ticket_id: 8 }, key)).toBe(false);
    expect(isOrderKey(secret, order, key)).toBe(false);
    expect(isTicketKey(secret, ticket, deriveOrderKey(secret, order))).toBe(false);
  });
});
