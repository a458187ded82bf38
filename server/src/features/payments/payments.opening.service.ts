import type { Db } from '../../db/connect.ts';
import type { Deps } from '../../deps.ts';
import { ApiError } from '../../http/errors.ts';
import {
  PaymentRefusedError,
  ProviderFailedError,
  UnknownCustomerError,
  type ProviderPayment,
} from '../../payments/provider.ts';
import type { EventRow } from '../events/events.queries.ts';
import { dropHold } from '../registrations/registrations.states.service.ts';
import { dropCustomer, getCustomerId } from './payments.customers.service.ts';
import { expirePayment, identify, noteOpened } from './payments.ledger.service.ts';
import type { PaymentRow } from './payments.queries.ts';
import { canStillOpen } from './payments.rules.ts';
import { endPayment } from './payments.service.ts';

interface Sale {
  event: EventRow;
  user: { id: number; email: string };
  /** Where the payment page leads back to. */
  returnSite: string;
}

/**
 * Opens a payment at the provider, once however often and by however many it is asked for. Undefined when the
 * provider will not open this one any more, or it has ended meanwhile; its row is then out of the way.
 */
export async function openPayment(
  deps: Deps,
  payment: PaymentRow,
  sale: Sale,
): Promise<ProviderPayment | undefined> {
  try {
    const opened = await askToOpen(deps, payment, sale);
    if ((await noteOpened(deps.db, payment.id, opened)) === 'open') return opened;
    await endPayment(deps, { ...payment, ...identify(opened) });
  } catch (error) {
    // Under its key the provider would fail again for a day: whoever asks next starts another.
    if (error instanceof ProviderFailedError) await expire(deps.db, payment.id);
    if (!(error instanceof PaymentRefusedError)) throw error;
    deps.log.warn({ err: error, payment: payment.id }, 'the provider refused to open a payment');
    if (error instanceof UnknownCustomerError) await dropCustomer(deps.db, error.customerId);
    else if (canStillOpen(payment, deps.clock.now())) {
      // It would refuse another just so: what is wrong, an operator has to mend. Nobody keeps a seat meanwhile.
      await giveUp(deps.db, payment);
      throw new ApiError('payments_unavailable', { cause: error });
    }
    await expire(deps.db, payment.id);
  }
  return undefined;
}

function giveUp(db: Db, { id, registration_id: registrationId }: PaymentRow): Promise<void> {
  return db.transaction().execute(async (tx) => {
    await expirePayment(tx, id);
    if (registrationId !== null) await dropHold(tx, registrationId);
  });
}

function expire(db: Db, id: number): Promise<void> {
  return db.transaction().execute((tx) => expirePayment(tx, id));
}

async function askToOpen(
  deps: Deps,
  payment: PaymentRow,
  { event, user, returnSite }: Sale,
): Promise<ProviderPayment> {
  const wanted = {
    key: payment.provider_key,
    eventId: event.id,
    title: event.title,
    amountPence: payment.amount_pence,
    customerId: await getCustomerId(deps, user),
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
