import { Stripe } from 'stripe';

// The SDK of the payment provider waits up to 1.5 seconds for the two repetitions of a failed call. Tests make many calls
// fail, so let them wait only this many seconds.
const seconds = 0.001;
Stripe.prototype.getInitialNetworkRetryDelay = () => seconds;
Stripe.prototype.getMaxNetworkRetryDelay = () => seconds;
