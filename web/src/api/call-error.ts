import type { ErrorAnswer, ErrorCode, FieldError } from '@foyer/contract/errors.ts';

/** How long an answer may take, in milliseconds. A sleeping host needs up to 45 seconds to start. */
export const answerLimit = 60_000;

/** A call that was refused or failed. `message` is a sentence for people. `status` is 0 when no answer came. */
export class CallError extends Error {
  override readonly name = 'CallError';
  readonly status: number;
  readonly code: ErrorCode | 'unreachable' | 'uncoded' | 'unknown';
  /** The server's sentence. It differs from `message` only when a foreign answer has both `msg` and `message`. */
  readonly msg: string;
  readonly errors: FieldError[];
  /** The ticket, when a check-in was refused. */
  readonly ticket: unknown;

  constructor(
    status: number,
    answer: {
      code: CallError['code'];
      msg: string;
      message?: string;
      errors?: FieldError[];
      ticket?: unknown;
    },
  ) {
    super(answer.message ?? answer.msg);
    this.status = status;
    this.code = answer.code;
    this.errors = answer.errors ?? [];
    this.ticket = answer.ticket;
    this.msg = answer.msg;
  }
}

export function unreachableError(): CallError {
  return new CallError(0, {
    code: 'unreachable',
    msg: 'Foyer cannot be reached. Check your connection and try again.',
  });
}

export async function readError(response: Response): Promise<CallError> {
  const answer = (await response.json().catch(() => null)) as ForeignAnswer | null;
  // A proxy in front of the server may answer in another shape. Its sentence says more than our general one.
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

/** The sentence to show for a failed action: the server's, if it gave one. */
export function messageOf(error: unknown, fallback: string): string {
  return error instanceof CallError && error.code !== 'unknown' ? error.message : fallback;
}

type ForeignAnswer = Partial<ErrorAnswer> & { message?: unknown; ticket?: unknown };
