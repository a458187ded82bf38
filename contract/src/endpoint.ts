import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/**
 * Says who may make a call. `any`: everybody, with or without login. `user`: every signed-in user. `self` and `team`:
 * signed-in users, but the handler may refuse them after loading the object. `admin`: site administrators. `provider`:
 * the payment provider, which signs its requests.
 */
export type Access = 'any' | 'user' | 'self' | 'team' | 'admin' | 'provider';

export type Duty = 'change_password' | 'set_up_two_factor';

/** Until the user has done a duty, calls are refused with the error code of that duty. */
export const dutyRefusals = {
  change_password: 'password_change_required',
  set_up_two_factor: 'two_factor_setup_required',
} as const satisfies Record<Duty, ErrorCode>;

export interface FileAnswer {
  file: 'application/pdf' | 'text/calendar; charset=utf-8' | 'text/csv; charset=utf-8';
  description: string;
}

/** A handler returns this for a `FileAnswer`: the name of the download, and its bytes or a stream of text. */
export interface ServedFile {
  content: Uint8Array | AsyncIterable<string>;
  filename: string;
}

export interface EndpointSpec {
  method: Method;
  /** The path below `/api`, with parameters as `:name`. */
  path: `/${string}`;
  access: Access;
  /**
   * Users with one of these duties may make this call for their own account. Users with another duty are refused or, if
   * the call is open to everybody, get a visitor's answer.
   */
  allowedDuring?: readonly Duty[];
  /** A sentence that says who may make the call, where `access` alone is not precise enough. */
  who?: string;
  summary: string;
  params?: z.ZodObject;
  query?: z.ZodObject;
  /** The names of the headers are in lower case. */
  headers?: z.ZodObject;
  body?: z.ZodType;
  /**
   * The name of the form field that may contain a picture. When this is set, clients may send the body as a form
   * instead of JSON.
   */
  file?: string;
  /** The success answers by HTTP status. With `null`, the answer has no body. */
  answers: Readonly<Record<number, z.ZodType | FileAnswer | null>>;
  /**
   * The call's own error codes. `listRefusals` adds the error codes that many calls share, such as `validation_failed`.
   */
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
 * Tells whether the server reads the access token of a request. It ignores the token in calls below `/auth` that are
 * open to everybody, because people must be able to sign in and out with an expired token.
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

/** The values that a handler receives, after validation and conversion. */
export type ParamsOf<E> = Part<E, 'params', 'output'>;
export type QueryOf<E> = Part<E, 'query', 'output'>;
export type HeadersOf<E> = Part<E, 'headers', 'output'>;
export type BodyOf<E> = Part<E, 'body', 'output'>;

export type ParamsInput<E> = Part<E, 'params', 'input'>;
export type QueryInput<E> = Part<E, 'query', 'input'>;
export type HeadersInput<E> = Part<E, 'headers', 'input'>;
export type BodyInput<E> = Part<E, 'body', 'input'>;

type Answers<E> = E extends { answers: infer A } ? A[keyof A] : never;

/** The values that a handler returns: times as Date, and money in pence. */
export type AnswerOf<E> =
  Answers<E> extends infer Z
    ? Z extends z.ZodType
      ? z.input<Z>
      : Z extends FileAnswer
        ? ServedFile
        : undefined
    : never;

/**
 * The values that a caller receives: times as ISO strings, and money in pounds. A file is `unknown`, because the web
 * app only passes it to the browser.
 */
export type AnswerReceived<E> =
  Answers<E> extends infer Z
    ? Z extends z.ZodType
      ? z.output<Z>
      : Z extends FileAnswer
        ? unknown
        : undefined
    : never;

export type StatusOf<E> = E extends { answers: infer A } ? keyof A & number : never;
