import type { ApiHandler } from './api-call.ts';
import {
  createCheckoutSession,
  expireCheckoutSession,
  listSessionLineItems,
} from '../checkout/checkout-sessions.ts';
import { createCustomer, deleteCustomer, retrieveCustomer, updateCustomer } from '../payments/customers.ts';
import { listEvents, retrieveEvent } from '../webhooks/events.ts';
import {
  cancelPaymentIntent,
  confirmPaymentIntent,
  createPaymentIntent,
} from '../payments/payment-intents.ts';
import {
  attachPaymentMethod,
  listCustomerPaymentMethods,
  listPaymentMethods,
} from '../payments/payment-methods.ts';
import { list, retrieve } from './read-objects.ts';
import { createRefund, updateRefund } from '../payments/refunds.ts';

/** All routes of the payment sandbox's API. Every other path gets a 404. */
const ROUTES: readonly (readonly [method: 'GET' | 'POST' | 'DELETE', path: string, handler: ApiHandler])[] = [
  ['POST', '/v1/checkout/sessions', createCheckoutSession],
  [
    'GET',
    '/v1/checkout/sessions',
    list('checkout.session', '/v1/checkout/sessions', (params) => ({
      payment_intent: params.text('payment_intent'),
      customer: params.text('customer'),
      status: params.oneOf('status', ['open', 'complete', 'expired']),
    })),
  ],
  ['GET', '/v1/checkout/sessions/:id', retrieve('checkout.session')],
  ['POST', '/v1/checkout/sessions/:id/expire', expireCheckoutSession],
  ['GET', '/v1/checkout/sessions/:id/line_items', listSessionLineItems],
  ['POST', '/v1/payment_intents', createPaymentIntent],
  [
    'GET',
    '/v1/payment_intents',
    list('payment_intent', '/v1/payment_intents', (params) => ({ customer: params.text('customer') })),
  ],
  ['GET', '/v1/payment_intents/:id', retrieve('payment_intent')],
  ['POST', '/v1/payment_intents/:id/confirm', confirmPaymentIntent],
  ['POST', '/v1/payment_intents/:id/cancel', cancelPaymentIntent],
  ['POST', '/v1/customers', createCustomer],
  ['GET', '/v1/customers', list('customer', '/v1/customers', (params) => ({ email: params.text('email') }))],
  ['GET', '/v1/customers/:id', retrieveCustomer],
  ['POST', '/v1/customers/:id', updateCustomer],
  ['DELETE', '/v1/customers/:id', deleteCustomer],
  ['GET', '/v1/customers/:id/payment_methods', listCustomerPaymentMethods],
  ['GET', '/v1/payment_methods', listPaymentMethods],
  ['GET', '/v1/payment_methods/:id', retrieve('payment_method')],
  ['POST', '/v1/payment_methods/:id/attach', attachPaymentMethod],
  ['POST', '/v1/refunds', createRefund],
  [
    'GET',
    '/v1/refunds',
    list('refund', '/v1/refunds', (params) => ({
      payment_intent: params.text('payment_intent'),
      charge: params.text('charge'),
    })),
  ],
  ['GET', '/v1/refunds/:id', retrieve('refund')],
  ['POST', '/v1/refunds/:id', updateRefund],
  [
    'GET',
    '/v1/charges',
    list('charge', '/v1/charges', (params) => ({
      payment_intent: params.text('payment_intent'),
      customer: params.text('customer'),
    })),
  ],
  ['GET', '/v1/charges/:id', retrieve('charge')],
  [
    'GET',
    '/v1/disputes',
    list('dispute', '/v1/disputes', (params) => ({
      payment_intent: params.text('payment_intent'),
      charge: params.text('charge'),
    })),
  ],
  ['GET', '/v1/disputes/:id', retrieve('dispute')],
  ['GET', '/v1/events', listEvents],
  ['GET', '/v1/events/:id', retrieveEvent],
];

export interface FoundRoute {
  handler: ApiHandler;
  parts: Record<string, string>;
}

export function findRoute(method: string, path: string): FoundRoute | undefined {
  const segments = path.split('/');
  for (const [routeMethod, pattern, handler] of ROUTES) {
    const parts = routeMethod === method ? matchPath(pattern.split('/'), segments) : undefined;
    if (parts) return { handler, parts };
  }
  return undefined;
}

function matchPath(pattern: string[], segments: string[]): Record<string, string> | undefined {
  if (pattern.length !== segments.length) return undefined;
  const parts: Record<string, string> = {};
  for (const [index, expected] of pattern.entries()) {
    const segment = segments[index] ?? '';
    if (expected.startsWith(':')) parts[expected.slice(1)] = decodeURIComponent(segment);
    else if (expected !== segment) return undefined;
  }
  return parts;
}
