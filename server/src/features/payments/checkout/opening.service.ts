import type { Db } from '../../../db/connect.ts';
import type { Deps } from '../../../deps.ts';
import { ApiError } from '../../../http/errors.ts';
import {
  PaymentRefusedError,
  ProviderFailedError,
  UnknownCustomerError,
  type ProviderPayment,
} from '../../../payments/provider.ts';
import type { EventRow } from '../../events/events.queries.ts';
import { releaseHold } from '../../registrations/registrations.states.service.ts';
import { deleteCustomer, ensureCustomerId } from '../customers/customers.service.ts';
import { expirePayment, recordOpened, toReferenceColumns } from '../ledger/ledger.service.ts';
import type { PaymentRow } from '../payments.queries.ts';
import { canStillOpen } from '../payments.rules.ts';
import { endPayment } from '../payments.service.ts';

interface Sale {
  event: EventRow;
  user: { id: number; email: string };
}

/**
 * Opens a payment at the provider, only once even if several callers ask. Returns undefined when the payment can no
 * longer be opened, or ended meanwhile. The payment has then expired and a new one can start.
 */
export async function openPayment(
  deps: Deps,
  payment: PaymentRow,
  sale: Sale,
): Promise<ProviderPayment | undefined> {
  try {
    const opened = await openAtProvider(deps, payment, sale);
    if ((await recordOpened(deps.db, payment.id, opened)) === 'open') return opened;
    await endPayment(deps, { ...payment, ...toReferenceColumns(opened) });
  } catch (error) {
    // Under the same key the provider would repeat this failure for a day. The next request starts a payment with a new
    // key.
    if (error instanceof ProviderFailedError) await expire(deps.db, payment.id);
    if (!(error instanceof PaymentRefusedError)) throw error;
    deps.log.warn({ err: error, payment: payment.id }, 'the provider refused to open a payment');
    if (error instanceof UnknownCustomerError) await deleteCustomer(deps.db, error.customerId);
    else if (canStillOpen(payment, deps.clock.now())) {
      // The provider would refuse the next payment too, until an operator fixes the cause. Free the seat until then.
      await expireWithHold(deps.db, payment);
      throw new ApiError('payments_unavailable', { cause: error });
    }
    await expire(deps.db, payment.id);
  }
  return undefined;
}

function expireWithHold(db: Db, { id, registration_id: registrationId }: PaymentRow): Promise<void> {
  return db.transaction().execute(async (tx) => {
    const expired = await expirePayment(tx, id, ['starting']);
    if (expired && registrationId !== null) await releaseHold(tx, registrationId);
  });
}

/** Expires a payment that is still starting. If another request has opened the payment meanwhile, it stays open. */
async function expire(db: Db, id: number): Promise<void> {
  await db.transaction().execute((tx) => expirePayment(tx, id, ['starting']));
}

async function openAtProvider(
  deps: Deps,
  payment: PaymentRow,
  { event, user }: Sale,
): Promise<ProviderPayment> {
  // The request must be the same for every caller: the provider rejects a different request under the same key.
  const returnSite = payment.return_site ?? deps.publicUrl;
  const wanted = {
    key: payment.provider_key,
    eventId: event.id,
    title: event.title,
    amountPence: payment.amount_pence,
    customerId: await ensureCustomerId(deps, user),
  };
  if (payment.kind === 'intent') return deps.payments.openIntent(wanted);
  return deps.payments.openSession({
    ...wanted,
    pictureUrl: event.event_img_url && new URL(event.event_img_url, deps.publicUrl).href,
    expiresAt: payment.expires_at,
    successUrl: `${returnSite}/payment/success?session_id={CHECKOUT_SESSION_ID}`,
    cancelUrl: `${returnSite}/events/${event.id}`,
  });
}
