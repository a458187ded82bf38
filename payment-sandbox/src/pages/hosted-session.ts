import type Stripe from 'stripe';
import { payCheckoutSession, type PaymentOutcome } from '../checkout/checkout-payments.ts';
import { idOf, type BoughtProduct, type LineItem } from '../objects/objects.ts';
import { getCurrentObject } from '../due-changes.ts';
import { findObject } from '../objects/object-store.ts';
import { NO_REQUEST, inTransaction, type SandboxContext } from '../transaction.ts';
import { checkPayValues, type PayErrors, type PayValues } from './pay-form.ts';

export interface HostedSession {
  session: Stripe.Checkout.Session;
  lines: { item: LineItem; product: BoughtProduct | undefined }[];
  /** The buyer's email address, if the shop gave one. The buyer cannot change this address. */
  knownEmail: string | null;
}

export type Submission = PaymentOutcome | { outcome: 'invalid'; errors: PayErrors };

export async function findHostedSession(
  context: SandboxContext,
  id: string,
): Promise<HostedSession | undefined> {
  return inTransaction(context, NO_REQUEST, async (tx) => {
    if (!(await findObject(tx, 'checkout.session', id))) return undefined;
    const { object: session, hidden } = await getCurrentObject(tx, 'checkout.session', id);
    const customerId = idOf(session.customer);
    const customer = customerId === null ? undefined : await findObject(tx, 'customer', customerId);
    return {
      session,
      lines: (hidden.lineItems ?? []).map((item, index) => ({ item, product: hidden.products?.[index] })),
      knownEmail: session.customer_email ?? customer?.object.email ?? null,
    };
  });
}

/** Checks the values of the form and pays the session. Charges nothing when a field is wrong. */
export async function submitPayForm(
  context: SandboxContext,
  hosted: HostedSession,
  values: PayValues,
): Promise<Submission> {
  const { session } = hosted;
  if (session.status === 'complete') return { outcome: 'already complete', session };
  if (session.status === 'expired') return { outcome: 'expired', session };
  const email = hosted.knownEmail ?? values.email;
  const checked = checkPayValues({ ...values, email }, context.clock.now());
  if ('errors' in checked) return { outcome: 'invalid', errors: checked.errors };
  return payCheckoutSession(context, session.id, checked.payer);
}

export function successUrlOf(session: Stripe.Checkout.Session): string {
  return (session.success_url ?? '').replaceAll('{CHECKOUT_SESSION_ID}', session.id);
}
