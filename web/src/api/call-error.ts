import type { ErrorAnswer, ErrorCode, FieldError } from '@foyer/contract/errors.ts';

/** The longest time that a call may take, in milliseconds. A host that was asleep needs up to 45 seconds to start. */
export const answerLimit = 60_000;

/**
 * The fields that explain why the server refused an order or a refund: the tickets left of a type, the new total, the
 * buyer's open order, and the money left to refund.
 */
export type OrderRefusal = Pick<ErrorAnswer, 'remaining' | 'ticket_type_id' | 'total' | 'order' | 'left'>;

/** The error of an API call. `message` can be shown to users. `status` is 0 when the server did not respond. */
export class CallError extends Error {
  override readonly name = 'CallError';
  readonly status: number;
  readonly code: ErrorCode | 'unreachable' | 'uncoded' | 'unknown';
  /**
   * The `msg` field of the response. `msg` equals `message`, unless a proxy in front of the server sent two
   * different texts.
   */
  readonly msg: string;
  readonly errors: FieldError[];
  /** The ticket whose check-in was refused. This is undefined for other errors. */
  readonly ticket: unknown;
  /**
   * The challenge that the second step of a login sends back to the server. Only the error
   * `two_factor_required` has one.
   */
  readonly challenge: string | undefined;
  /** Which door a link for volunteers would open, and when. Only the error `door_link_closed` has this. */
  readonly door: ErrorAnswer['door'];
  /** The details of a refused order or refund. Other errors have no details. */
  readonly refusal: OrderRefusal;

  constructor(
    status: number,
    answer: {
      code: CallError['code'];
      msg: string;
      message?: string;
      errors?: FieldError[];
      ticket?: unknown;
      challenge?: string;
      door?: ErrorAnswer['door'];
    } & OrderRefusal,
  ) {
    super(answer.message ?? answer.msg);
    this.status = status;
    this.code = answer.code;
    this.errors = answer.errors ?? [];
    this.ticket = answer.ticket;
    this.challenge = answer.challenge;
    this.door = answer.door;
    this.refusal = pickRefusal(answer);
    this.msg = answer.msg;
  }
}

function pickRefusal({ remaining, ticket_type_id, total, order, left }: OrderRefusal): OrderRefusal {
  return { remaining, ticket_type_id, total, order, left };
}

export function unreachableError(): CallError {
  return new CallError(0, {
    code: 'unreachable',
    msg: 'Foyer cannot be reached. Check your connection and try again.',
  });
}

export async function readError(response: Response): Promise<CallError> {
  const answer = (await response.json().catch(() => null)) as ForeignAnswer | null;
  // The error may come from a proxy in front of the server, in another format than ours. Show the proxy's message,
  // because it says more than our fallback text.
  const [message, other] = [answer?.message, answer?.msg].filter(isSentence);
  if (message !== undefined) {
    const msg = other ?? message;
    return new CallError(response.status, { ...answer, code: answer?.code ?? 'uncoded', msg, message });
  }
  return new CallError(response.status, {
    code: 'unknown',
    msg: 'Something went wrong on our side. Please try again.',
  });
}

function isSentence(words: unknown): words is string {
  return typeof words === 'string' && words !== '';
}

export function messageOf(error: unknown, fallback: string): string {
  return error instanceof CallError && error.code !== 'unknown' ? error.message : fallback;
}

type ForeignAnswer = Partial<ErrorAnswer> & { message?: unknown; ticket?: unknown };
