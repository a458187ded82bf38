import { Stripe } from 'stripe';
import { ApiError } from '../http/errors.ts';
import { PaymentRefusedError, ProviderFailedError, UnknownCustomerError } from './provider.ts';

export function isMissing(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing';
}

/** Turns errors of the Stripe SDK into Foyer's errors: outcome unknown, provider failed, or request refused. */
export async function callStripe<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError)
      throw new PaymentRefusedError(error.message);
    if (error instanceof Stripe.errors.StripeError && isFinalAnswer(error))
      throw new ProviderFailedError(error);
    if (error instanceof Stripe.errors.StripeError)
      throw new ApiError('payments_unavailable', { cause: error });
    throw error;
  }
}

/**
 * Whether Stripe has finished the request. Otherwise the request may still take effect: the answer was lost, an earlier
 * request with the same idempotency key is still running (409), Stripe gets too many requests (429), or a proxy
 * answered for Stripe (above 500).
 */
function isFinalAnswer({ statusCode }: { statusCode?: number }): boolean {
  return statusCode !== undefined && statusCode <= 500 && statusCode !== 409 && statusCode !== 429;
}

/**
 * Throws `UnknownCustomerError` if Stripe reports that something is missing. Use this only for requests that refer to
 * nothing but a customer. Without a customer, `customerId` is null.
 */
export function callStripeFor<T>(customerId: string | null, call: () => Promise<T>): Promise<T> {
  return callStripe(async () => {
    try {
      return await call();
    } catch (error) {
      throw customerId !== null && isMissing(error) ? new UnknownCustomerError(customerId) : error;
    }
  });
}
