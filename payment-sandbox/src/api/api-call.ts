import type { Params } from './params.ts';
import type { SandboxTransaction } from '../transaction.ts';

export interface ApiCall {
  params: Params;
  pathPart(name: string): string;
}

/**
 * The response to an API call. A handler that throws an error saves nothing. To save the changes of a refused call,
 * such as a declined charge, a handler returns the error instead.
 */
export interface ApiAnswer {
  status: number;
  body: object;
}

export type ApiHandler = (tx: SandboxTransaction, call: ApiCall) => Promise<ApiAnswer>;

export function answer(body: object): ApiAnswer {
  return { status: 200, body };
}
