import type { Params } from './params.ts';
import type { SandboxTransaction } from '../transaction.ts';

/** One call as its handler sees it. */
export interface ApiCall {
  params: Params;
  /** A named segment of the path, such as `id`. */
  pathPart(name: string): string;
}

/** What a handler answers; also an error that leaves something behind, such as a declined card. */
export interface ApiAnswer {
  status: number;
  body: object;
}

export type ApiHandler = (tx: SandboxTransaction, call: ApiCall) => Promise<ApiAnswer>;

export function answer(body: object): ApiAnswer {
  return { status: 200, body };
}
