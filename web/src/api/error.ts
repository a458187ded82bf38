import type { ErrorAnswer, ErrorCode, FieldError } from '@foyer/contract/errors.ts';

/** A refused or failed call; `message` is a sentence for people. `status` is 0 when no answer came. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: ErrorCode | 'unreachable' | 'unknown';
  readonly errors: FieldError[];

  constructor(status: number, answer: { code: ApiError['code']; msg: string; errors?: FieldError[] }) {
    super(answer.msg);
    this.status = status;
    this.code = answer.code;
    this.errors = answer.errors ?? [];
  }

  get msg(): string {
    return this.message;
  }
}

export function unreachable(): ApiError {
  return new ApiError(0, {
    code: 'unreachable',
    msg: 'Foyer cannot be reached. Check your connection and try again.',
  });
}

export async function readError(response: Response): Promise<ApiError> {
  const answer: unknown = await response.json().catch(() => null);
  if (isErrorAnswer(answer)) return new ApiError(response.status, answer);
  return new ApiError(response.status, {
    code: 'unknown',
    msg: 'Something went wrong on our side. Please try again.',
  });
}

/** The sentence to show for a failed action: the server's own words when it gave some. */
export function messageOf(error: unknown, fallback: string): string {
  return error instanceof ApiError && error.code !== 'unknown' ? error.message : fallback;
}

function isErrorAnswer(answer: unknown): answer is ErrorAnswer {
  return typeof answer === 'object' && answer !== null && 'msg' in answer && 'code' in answer;
}
