import type { Params } from './params.ts';
import type { SandboxTransaction } from '../transaction.ts';

export interface ApiCall {
  params: Params;
  pathPart(name: string): string;
}

/**
 * The response to an API call. To refuse a call, a handler usually throws an error, which rolls back the changes. A
 * handler returns the error instead when the changes must be saved, such as the failed charge of a declined card.
 */
export interface ApiAnswer {
  status: number;
  body: object;
}

export type ApiHandler = (tx: SandboxTransaction, call: ApiCall) => Promise<ApiAnswer>;

export function answer(body: object): ApiAnswer {
  return { status: 200, body };
}
