import { queryOptions } from '@tanstack/react-query';
import { personalKey } from '../../api/query-keys.ts';
import { api } from '../../api/client.ts';
import type { Ticket } from '../tickets/tickets.api.ts';

export interface VerifiedPayment {
  /** `unissued`: the money has come, the ticket has not. */
  state: 'paid' | 'unissued' | 'unpaid' | 'refunded';
  eventId: number | null;
  /** The ticket of a paid one, when it could be looked up. */
  ticket: Ticket | null;
}

/** While the provider's word is on its way the payment is looked at this often, a second and a half apart. */
const looks = { times: 4, every: 1500 };

/** Afterwards the page goes on looking, less and less often, for about ten minutes. */
const laterLooks = { times: 40, first: 4000, most: 15_000 };

/** A payment as it stands now: paid and with its ticket, or why not. */
export function paymentQuery(sessionId: string, userId: number) {
  return queryOptions({
    queryKey: personalKey(userId, 'payment', sessionId),
    queryFn: async ({ signal }) => {
      for (let look = 1; ; look += 1) {
        const payment = await verifyPayment(sessionId, userId, signal);
        if (!isOpen(payment) || look === looks.times) return payment;
        await waitFor(looks.every, signal);
      }
    },
    staleTime: 0,
    refetchOnWindowFocus: true,
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      data && isOpen(data) && dataUpdateCount < laterLooks.times
        ? Math.min(laterLooks.first * dataUpdateCount, laterLooks.most)
        : false,
  });
}

/** Whether the provider may still change its word. */
function isOpen({ state }: VerifiedPayment): boolean {
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

/** Only something nice to show: a look-up that fails leaves the payment as good as it is. */
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
