import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/**
 * Who may call. `any`: no sign-in needed. `user`: whoever is signed in. `self` and `team`: signed in, and the
 * handler decides on the loaded object. `admin`: site administrators. `provider`: signed by the payment provider.
 */
export type Access = 'any' | 'user' | 'self' | 'team' | 'admin' | 'provider';

/** An answer that is a file to keep, rather than JSON. */
export interface FileAnswer {
  file: 'application/pdf';
  description: string;
}

/** What a handler gives for it: the bytes, and what the file is called when it is kept. */
export interface ServedFile {
  content: Uint8Array;
  filename: string;
}

export interface EndpointSpec {
  method: Method;
  /** Below `/api`, parameters as `:name`. */
  path: `/${string}`;
  access: Access;
  /** A sentence that says who may, where it is more than `access` tells. */
  who?: string;
  summary: string;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** The multipart field that may carry a picture; its presence lets the body come as a form. */
  file?: string;
  /** Success answers by status; `null` is an answer without a body. */
  answers: Readonly<Record<number, z.ZodType | FileAnswer | null>>;
  /** Refusals beyond the ones that access and validation bring. */
  refuses?: readonly ErrorCode[];
}

/** Declares one call of the API; the route, the web call, the tests and the documentation all read it. */
export function endpoint<const S extends EndpointSpec>(spec: S): S {
  return spec;
}

export function isFile(answer: z.ZodType | FileAnswer): answer is FileAnswer {
  return 'file' in answer;
}

/** Whether a call looks at who is calling: signing in and out has to work with a stale token in the header. */
export function readsSession({ access, path }: Pick<EndpointSpec, 'access' | 'path'>): boolean {
  return access !== 'provider' && !path.startsWith('/auth/');
}

type Part<E, K extends string, Side extends 'input' | 'output'> = E extends {
  [P in K]: infer Z extends z.ZodType;
}
  ? Side extends 'input'
    ? z.input<Z>
    : z.output<Z>
  : undefined;

/** What a handler is given. */
export type ParamsOf<E> = Part<E, 'params', 'output'>;
export type QueryOf<E> = Part<E, 'query', 'output'>;
export type BodyOf<E> = Part<E, 'body', 'output'>;

/** What a caller sends. */
export type ParamsInput<E> = Part<E, 'params', 'input'>;
export type QueryInput<E> = Part<E, 'query', 'input'>;
export type BodyInput<E> = Part<E, 'body', 'input'>;

type Answers<E> = E extends { answers: infer A } ? A[keyof A] : never;

/** What a handler returns: times as Date, money as pence. */
export type AnswerOf<E> =
  Answers<E> extends infer Z
    ? Z extends z.ZodType
      ? z.input<Z>
      : Z extends FileAnswer
        ? ServedFile
        : undefined
    : never;

/** What a caller receives: times as ISO strings, money as pounds. A file is for the browser to keep, not for code. */
export type AnswerReceived<E> =
  Answers<E> extends infer Z
    ? Z extends z.ZodType
      ? z.output<Z>
      : Z extends FileAnswer
        ? unknown
        : undefined
    : never;

export type StatusOf<E> = E extends { answers: infer A } ? keyof A & number : never;
