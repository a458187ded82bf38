import type { Params } from './params.ts';
import type { SandboxTransaction } from '../transaction.ts';

/** The API call that a handler works on. */
export interface ApiCall {
  params: Params;
  /** Returns a named part of the path, such as `id`. */
  pathPart(name: string): string;
}

/**
 * The response to an API call. Handlers usually throw their errors, which rolls back their changes. A handler returns
 * an error instead when its changes must be saved, such as the failed charge of a declined card.
 */
export interface ApiAnswer {
  status: number;
  body: object;
}

export type ApiHandler = (tx: SandboxTransaction, call: ApiCall) => Promise<ApiAnswer>;

export function answer(body: object): ApiAnswer {
  return { status: 200, body };
}
