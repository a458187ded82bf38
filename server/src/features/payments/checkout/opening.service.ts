import type { Db } from '../../../db/connect.ts';
import type { Deps } from '../../../deps.ts';
import { ApiError } from '../../../http/errors.ts';
import {
  PaymentRefusedError,
  ProviderFailedError,
  UnknownCustomerError,
  UsedKeyError,
  type ProviderPayment,
  type SessionLine,
} from '../../../payments/provider.ts';
import { isOwnPicture } from '../../../storage/pictures.ts';
import type { EventDetails } from '../../events/events.queries.ts';
import { releaseHold } from '../../orders/orders.states.service.ts';
import { deleteCustomer, ensureCustomerId } from '../customers/customers.service.ts';
import { expirePayment, recordOpened, toReferenceColumns } from '../ledger/ledger.service.ts';
import type { PaymentRow } from '../payments.queries.ts';
import { canStillOpen } from '../payments.rules.ts';
import { endPayment } from '../payments.service.ts';

export interface Sale {
  event: EventDetails;
  /** Without an id, the buyer is a guest. */
  buyer: { id: number | null; email: string };
  lines: readonly SessionLine[];
  /** The paths on the return site after paying, and after leaving the payment page without paying. */
  paths: { paid: string; left: string };
}

/**
 * If several callers open the same payment, the provider opens it once. Returns undefined if the payment ended
 * meanwhile, too little time is left, the provider has lost the customer, or the payment's key cannot be used again.
 * The caller then starts again.
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
    // For a day, the provider repeats this failure for the same idempotency key. Expire the payment, so that the next
    // request starts one with a new key. After an unknown outcome, keep the payment: another request may be opening it.
    if (error instanceof ProviderFailedError) await expire(deps.db, payment.id);
    if (!(error instanceof PaymentRefusedError)) throw error;
    deps.log.warn({ err: error, payment: payment.id }, 'the provider refused to open a payment');
    if (error instanceof UnknownCustomerError) await deleteCustomer(deps.db, error.customerId);
    else if (!(error instanceof UsedKeyError) && canStillOpen(payment, deps.clock.now())) {
      // Enough time is left, so the provider refused for another reason, such as a wrong setting. Free the seat,
      // because nobody can pay until an operator has solved the problem.
      await expireWithHold(deps.db, payment);
      throw new ApiError('payments_unavailable', { cause: error });
    }
    await expire(deps.db, payment.id);
  }
  return undefined;
}

function expireWithHold(db: Db, { id, order_id: orderId }: PaymentRow): Promise<void> {
  return db.transaction().execute(async (tx) => {
    const expired = await expirePayment(tx, id, ['starting']);
    if (expired && orderId !== null) await releaseHold(tx, orderId);
  });
}

/** Expires a payment that is still starting. If another request has opened the payment, it stays open. */
async function expire(db: Db, id: number): Promise<void> {
  await db.transaction().execute((tx) => expirePayment(tx, id, ['starting']));
}

async function openAtProvider(
  deps: Deps,
  payment: PaymentRow,
  { event, buyer, lines, paths }: Sale,
): Promise<ProviderPayment> {
  // Use the website that asked first. Another website of the same buyer may ask while the payment is starting.
  const returnSite = payment.return_site ?? deps.publicUrl;
  const wanted = { key: payment.provider_key, eventId: event.id, amountPence: payment.amount_pence };
  const customer =
    buyer.id === null ? null : { customerId: await ensureCustomerId(deps, { ...buyer, id: buyer.id }) };
  if (payment.kind === 'intent') {
    if (!customer) throw new Error(`The intent ${payment.id} has no customer`);
    return deps.payments.openIntent({ ...wanted, ...customer, title: event.title });
  }
  return deps.payments.openSession({
    ...wanted,
    buyer: customer ?? { email: buyer.email },
    lines,
    // Send the provider only pictures that Foyer stores. Otherwise the payment page would make buyers' browsers load
    // a picture from a third website.
    pictureUrl: isOwnPicture(event.event_img_url) ? `${deps.publicUrl}${event.event_img_url}` : null,
    expiresAt: payment.expires_at,
    successUrl: `${returnSite}${paths.paid}`,
    cancelUrl: `${returnSite}${paths.left}`,
  });
}
