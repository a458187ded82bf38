import { queryOptions } from '@tanstack/react-query';
import { personalKey } from '../../api/query-keys.ts';
import { api } from '../../api/client.ts';
import type { Ticket } from '../tickets/tickets.api.ts';

export interface VerifiedPayment {
  /** `unissued` means that the money has arrived but the ticket could not be issued yet. */
  state: 'paid' | 'unissued' | 'unpaid' | 'refunded';
  eventId: number | null;
  /**
   * The ticket that was paid for. This is null if the payment is not paid, or if the ticket could not be
   * read.
   */
  ticket: Ticket | null;
}

/**
 * The provider may confirm a payment late. So an unconfirmed payment is read up to `count` times, with
 * `every` milliseconds between two reads.
 */
const firstReads = { count: 4, every: 1500 };

/**
 * After the first reads, the page keeps reading for about ten minutes, less and less often. Times are in
 * milliseconds.
 */
const laterReads = { count: 40, firstAfter: 4000, atMost: 15_000 };

export function paymentQuery(sessionId: string, userId: number) {
  return queryOptions({
    queryKey: personalKey(userId, 'payment', sessionId),
    queryFn: async ({ signal }) => {
      for (let read = 1; ; read += 1) {
        const payment = await verifyPayment(sessionId, userId, signal);
        if (!mayChange(payment) || read === firstReads.count) return payment;
        await waitFor(firstReads.every, signal);
      }
    },
    // This query waits between its reads, which the notice about a slow server must not count.
    meta: { waits: true },
    staleTime: 0,
    refetchOnWindowFocus: true,
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      data && mayChange(data) && dataUpdateCount < laterReads.count
        ? Math.min(laterReads.firstAfter * dataUpdateCount, laterReads.atMost)
        : false,
  });
}

function mayChange({ state }: VerifiedPayment): boolean {
  return state === 'unpaid' || state === 'unissued';
}

async function verifyPayment(
  sessionId: string,
  userId: number,
  signal: AbortSignal,
): Promise<VerifiedPayment> {
  const params = { sessionId };
  const { status, isPaid, eventId } = await api('GET /stripe/payment-status/:sessionId', { params, signal });
  if (!isPaid) return { state: status === 'refunded' ? 'refunded' : 'unpaid', eventId, ticket: null };
  const found = await findPaidTicket(userId, eventId, signal);
  if (found) return { state: 'paid', eventId, ticket: found };
  try {
    await api('POST /stripe/sync-payment/:sessionId', { params, signal });
  } catch {
    return { state: 'unissued', eventId, ticket: null };
  }
  return { state: 'paid', eventId, ticket: await findPaidTicket(userId, eventId, signal) };
}

/** Finds the ticket to show beside the message. If the call fails, the page shows the message without a ticket. */
async function findPaidTicket(userId: number, eventId: number | null, signal: AbortSignal) {
  if (eventId === null) return null;
  try {
    const { tickets } = await api('GET /tickets/user/:userId/event/:eventId', {
      params: { userId, eventId },
      signal,
    });
    return tickets.find(({ paid, status }) => paid && (status === 'valid' || status === 'used')) ?? null;
  } catch {
    return null;
  }
}

function waitFor(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    });
  });
}
