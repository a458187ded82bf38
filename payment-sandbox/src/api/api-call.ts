import type { Params } from './params.ts';
import type { SandboxTransaction } from '../transaction.ts';

/** The API call that a handler works on. */
export interface ApiCall {
  params: Params;
  /** Returns a named part of the path, such as `id`. */
  pathPart(name: string): string;
}

/**
 * The response of a handler. A handler returns an error, instead of throwing it, when its changes must be saved: the
 * failed charge of a declined card is kept.
 */
export interface ApiAnswer {
  status: number;
  body: object;
}

export type ApiHandler = (tx: SandboxTransaction, call: ApiCall) => Promise<ApiAnswer>;

export function answer(body: object): ApiAnswer {
  return { status: 200, body };
}
