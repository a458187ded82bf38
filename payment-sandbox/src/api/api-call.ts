import type { Params } from './params.ts';
import type { SandboxTransaction } from '../transaction.ts';

/** What a handler knows about a call. */
export interface ApiCall {
  params: Params;
  /** Returns a named part of the path, such as `id`. */
  pathPart(name: string): string;
}

/** The answer of a handler. An error is an answer, too, when its changes must be saved, as for a declined card. */
export interface ApiAnswer {
  status: number;
  body: object;
}

export type ApiHandler = (tx: SandboxTransaction, call: ApiCall) => Promise<ApiAnswer>;

export function answer(body: object): ApiAnswer {
  return { status: 200, body };
}
