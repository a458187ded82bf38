import type Stripe from 'stripe';

type ErrorType = 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error';

export interface SandboxErrorBody {
  type: ErrorType;
  message: string;
  code?: string;
  param?: string;
  decline_code?: string;
  charge?: string;
  doc_url?: string;
  payment_intent?: Stripe.PaymentIntent;
  payment_method?: Stripe.PaymentMethod;
}

/** Throw this error to refuse a call. The transaction is then rolled back, and the idempotency key stays unused. */
export class SandboxError extends Error {
  readonly status: number;
  readonly body: SandboxErrorBody;

  constructor(status: number, body: SandboxErrorBody) {
    super(body.message);
    this.name = 'SandboxError';
    this.status = status;
    this.body = body.code
      ? { ...body, doc_url: `https://stripe.com/docs/error-codes/${docSlug(body.code)}` }
      : body;
  }
}

export function invalidRequest(message: string, param?: string, code?: string): SandboxError {
  return new SandboxError(400, {
    type: 'invalid_request_error',
    message,
    ...(code === undefined ? {} : { code }),
    ...(param === undefined ? {} : { param }),
  });
}

export function missingParam(param: string): SandboxError {
  return invalidRequest(`Missing required param: ${param}.`, param, 'parameter_missing');
}

export function noSuchObject(type: string, id: string, param: string, status: 400 | 404): SandboxError {
  return new SandboxError(status, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${type}: '${id}'`,
    param,
  });
}

export function unexpectedState(message: string): SandboxError {
  return invalidRequest(message, undefined, 'payment_intent_unexpected_state');
}

function docSlug(code: string): string {
  return code.replaceAll('_', '-');
}
