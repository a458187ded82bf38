import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/**
 * Who may call. `any`: no sign-in needed. `user`: every signed-in user. `self` and `team`: signed-in users; the
 * handler loads the object and then decides about the user. `admin`: site administrators. `provider`: the payment
 * provider, which signs its requests.
 */
export type Access = 'any' | 'user' | 'self' | 'team' | 'admin' | 'provider';

/** What a signed-in user must do before anything else. */
export type Duty = 'change_password' | 'set_up_two_factor';

/** The error code of a call that is refused until the duty is done. */
export const dutyRefusals = {
  change_password: 'password_change_required',
  set_up_two_factor: 'two_factor_setup_required',
} as const satisfies Record<Duty, ErrorCode>;

/** An answer that is a file to download instead of JSON. */
export interface FileAnswer {
  file: 'application/pdf' | 'text/calendar; charset=utf-8';
  description: string;
}

/** What a handler returns for a `FileAnswer`: the bytes and the name of the download. */
export interface ServedFile {
  content: Uint8Array;
  filename: string;
}

export interface EndpointSpec {
  method: Method;
  /** The path below `/api`, with parameters as `:name`. */
  path: `/${string}`;
  access: Access;
  /**
   * The duties during which users may make this call, for themselves only. A user with another duty is refused; if
   * anybody may call, they are answered like a visitor.
   */
  allowedDuring?: readonly Duty[];
  /** A sentence that says who may call, where `access` alone is not precise enough. */
  who?: string;
  summary: string;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  /**
   * The name of the form field that may carry a picture. If set, clients may send the body as a form instead of JSON.
   */
  file?: string;
  /** Success answers by status; `null` means that the answer has no body. */
  answers: Readonly<Record<number, z.ZodType | FileAnswer | null>>;
  /** The error codes of this call itself. `listRefusals` adds the common ones, such as `validation_failed`. */
  refuses?: readonly ErrorCode[];
}

/** Declares one call of the API. The route, the web app, the tests and the documentation all use this declaration. */
export function endpoint<const S extends EndpointSpec>(spec: S): S {
  return spec;
}

export function isFile(answer: z.ZodType | FileAnswer): answer is FileAnswer {
  return 'file' in answer;
}

/**
 * Whether the server reads the access token of a request. It ignores the token of a call below `/auth` that anybody may
 * make, because signing in and out must work even with an expired token.
 */
export function readsSession({ access, path }: Pick<EndpointSpec, 'access' | 'path'>): boolean {
  if (access === 'any') return !path.startsWith('/auth/');
  return access !== 'provider';
}

type Part<E, K extends string, Side extends 'input' | 'output'> = E extends {
  [P in K]: infer Z extends z.ZodType;
}
  ? Side extends 'input'
    ? z.input<Z>
    : z.output<Z>
  : undefined;

/** What a handler receives: validated and transformed values. */
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

/** What a caller receives: times as ISO strings, money as pounds. A file is `unknown`: only the browser reads it. */
export type AnswerReceived<E> =
  Answers<E> extends infer Z
    ? Z extends z.ZodType
      ? z.output<Z>
      : Z extends FileAnswer
        ? unknown
        : undefined
    : never;

export type StatusOf<E> = E extends { answers: infer A } ? keyof A & number : never;
