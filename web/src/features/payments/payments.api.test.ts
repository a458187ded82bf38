import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { json, installFakeBrowser } from '../../api/fake-browser.ts';
import { paymentQuery } from './payments.api.ts';

const sessionId = 'cs_test_1';
const userId = 7;
const eventId = 3;
const ticket = { id: 11, paid: true, status: 'valid' };

const statusPath = `/api/stripe/payment-status/${sessionId}`;
const syncPath = `/api/stripe/sync-payment/${sessionId}`;
const ticketPath = `/api/tickets/user/${userId}/event/${eventId}`;

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const says = (status: string) => json(200, { status, isPaid: status === 'paid', eventId });
const gives = (...tickets: unknown[]) => json(200, { hasUserPaid: tickets.length > 0, tickets });
const busy = () => json(503, { status: 'error', code: 'unavailable', msg: 'Busy' });

/** Looks at the payment as the return page does; an answer of several is given one after the other. */
async function look(answers: Record<string, (() => Response)[]>) {
  const browser = installFakeBrowser((path) => {
    const left = answers[path] ?? [];
    const next = left.length > 1 ? left.shift() : left[0];
    return next ? next() : busy();
  });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const found = client.query(paymentQuery(sessionId, userId));
  found.catch(() => undefined);
  await vi.runAllTimersAsync();
  const looks = browser.calls.filter(({ path }) => path === statusPath).length;
  const syncs = browser.calls.filter(({ path }) => path === syncPath).length;
  return { payment: await found, looks, syncs };
}

describe('a paid session', () => {
  it('is confirmed by its ticket', async () => {
    const { payment, looks, syncs } = await look({
      [statusPath]: [() => says('paid')],
      [ticketPath]: [() => gives({ id: 10, paid: true, status: 'refunded' }, ticket)],
    });
    expect(payment).toEqual({ state: 'paid', eventId, ticket });
    expect([looks, syncs]).toEqual([1, 0]);
  });

  it('without a ticket is synced, and then has one', async () => {
    const { payment, syncs } = await look({
      [statusPath]: [() => says('paid')],
      [ticketPath]: [() => gives(), () => gives(ticket)],
      [syncPath]: [() => json(200, { success: true, ticketId: 11, paymentId: 1 })],
    });
    expect(payment).toEqual({ state: 'paid', eventId, ticket });
    expect(syncs).toBe(1);
  });

  it('stays paid when its ticket cannot be looked up', async () => {
    const { payment } = await look({
      [statusPath]: [() => says('paid')],
      [ticketPath]: [busy],
      [syncPath]: [() => json(200, { success: true, ticketId: 11, paymentId: 1 })],
    });
    expect(payment).toEqual({ state: 'paid', eventId, ticket: null });
  });

  it('whose ticket cannot be issued either is looked at again before that is said', async () => {
    const { payment, looks } = await look({
      [statusPath]: [() => says('paid')],
      [ticketPath]: [() => gives()],
      [syncPath]: [busy],
    });
    expect(payment.state).toBe('unissued');
    expect(looks).toBeGreaterThan(1);
  });
});

describe('a session that is not paid', () => {
  it('turns paid when the word of the provider was only late', async () => {
    const { payment, looks } = await look({
      [statusPath]: [() => says('unpaid'), () => says('unpaid'), () => says('paid')],
      [ticketPath]: [() => gives(ticket)],
    });
    expect(payment.state).toBe('paid');
    expect(looks).toBe(3);
  });

  it('is called so after a few looks', async () => {
    const { payment, looks, syncs } = await look({ [statusPath]: [() => says('unpaid')] });
    expect(payment).toEqual({ state: 'unpaid', eventId, ticket: null });
    expect(looks).toBe(4);
    expect(syncs).toBe(0);
  });

  it('that was refunded is not waited for', async () => {
    const { payment, looks } = await look({ [statusPath]: [() => says('refunded')] });
    expect(payment.state).toBe('refunded');
    expect(looks).toBe(1);
  });
});

it('a status that cannot be had is a failure, not an unpaid session', async () => {
  await expect(look({ [statusPath]: [busy] })).rejects.toThrow('Busy');
});
