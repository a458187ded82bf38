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

const respondStatus = (status: string) => json(200, { status, isPaid: status === 'paid', eventId });
const respondTickets = (...tickets: unknown[]) => json(200, { hasUserPaid: tickets.length > 0, tickets });
const busy = () => json(503, { status: 'error', code: 'unavailable', msg: 'Busy' });

/**
 * Reads the payment as the return page does. `answers` has the server's responses for each path. Each call
 * takes the next response of its path, and the last response is repeated.
 */
async function verify(answers: Record<string, (() => Response)[]>) {
  const browser = installFakeBrowser((path) => {
    const left = answers[path] ?? [];
    const next = left.length > 1 ? left.shift() : left[0];
    return next ? next() : busy();
  });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const found = client.query(paymentQuery(sessionId, userId));
  found.catch(() => undefined);
  await vi.runAllTimersAsync();
  const reads = browser.calls.filter(({ path }) => path === statusPath).length;
  const syncs = browser.calls.filter(({ path }) => path === syncPath).length;
  return { payment: await found, reads, syncs };
}

describe('a paid checkout session', () => {
  it('is reported as paid, with its ticket', async () => {
    const { payment, reads, syncs } = await verify({
      [statusPath]: [() => respondStatus('paid')],
      [ticketPath]: [() => respondTickets({ id: 10, paid: true, status: 'refunded' }, ticket)],
    });
    expect(payment).toEqual({ state: 'paid', eventId, ticket });
    expect([reads, syncs]).toEqual([1, 0]);
  });

  it('gets its missing ticket after one call of sync-payment', async () => {
    const { payment, syncs } = await verify({
      [statusPath]: [() => respondStatus('paid')],
      [ticketPath]: [() => respondTickets(), () => respondTickets(ticket)],
      [syncPath]: [() => json(200, { success: true, ticketId: 11, paymentId: 1 })],
    });
    expect(payment).toEqual({ state: 'paid', eventId, ticket });
    expect(syncs).toBe(1);
  });

  it('is reported as paid even when its ticket cannot be loaded', async () => {
    const { payment } = await verify({
      [statusPath]: [() => respondStatus('paid')],
      [ticketPath]: [busy],
      [syncPath]: [() => json(200, { success: true, ticketId: 11, paymentId: 1 })],
    });
    expect(payment).toEqual({ state: 'paid', eventId, ticket: null });
  });

  it('is checked several times before it is reported as paid without a ticket', async () => {
    const { payment, reads } = await verify({
      [statusPath]: [() => respondStatus('paid')],
      [ticketPath]: [() => respondTickets()],
      [syncPath]: [busy],
    });
    expect(payment.state).toBe('unissued');
    expect(reads).toBeGreaterThan(1);
  });
});

describe('a checkout session that is not paid at the first check', () => {
  it('is reported as paid when the provider confirms late', async () => {
    const { payment, reads } = await verify({
      [statusPath]: [
        () => respondStatus('unpaid'),
        () => respondStatus('unpaid'),
        () => respondStatus('paid'),
      ],
      [ticketPath]: [() => respondTickets(ticket)],
    });
    expect(payment.state).toBe('paid');
    expect(reads).toBe(3);
  });

  it('is reported as unpaid after four checks', async () => {
    const { payment, reads, syncs } = await verify({ [statusPath]: [() => respondStatus('unpaid')] });
    expect(payment).toEqual({ state: 'unpaid', eventId, ticket: null });
    expect(reads).toBe(4);
    expect(syncs).toBe(0);
  });

  it('is not checked again when it was refunded', async () => {
    const { payment, reads } = await verify({ [statusPath]: [() => respondStatus('refunded')] });
    expect(payment.state).toBe('refunded');
    expect(reads).toBe(1);
  });
});

describe('the check of a checkout session', () => {
  it('ends with an error instead of the result “unpaid” when the payment status cannot be loaded', async () => {
    await expect(verify({ [statusPath]: [busy] })).rejects.toThrow('Busy');
  });
});
