import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';
import {
  chooseEncoding,
  compress,
  type Encoding,
  isWorthCompressing,
  writeTag,
  writeVary,
} from './encodings.ts';

/** One form of an answer: its bytes and both of its heads, in the form that Node writes fastest. */
interface Form {
  etag: string;
  /** One character for each byte. Node writes a text together with its head, which takes half the time of a buffer. */
  body: string;
  /** Names and values in turn. */
  head: string[];
  /** The head of a 304, for a client that has these bytes already. */
  headOfKnown: string[];
}

/** An answer with status 200 that is the same for everyone. Each compressed form is made once, when it is asked for. */
export interface ReadyAnswer {
  plain: Form;
  compressed: Partial<Record<Encoding, Form | Promise<Form>>>;
  /** The headers of every form. */
  headers: Record<string, string>;
  hash: string;
}

interface Content {
  body: string;
  type: string;
  cacheControl: string;
}

/**
 * Makes an answer with the headers that the reply has so far, such as the security headers. They depend on nothing in
 * the request except its origin, which is part of the key.
 */
export function prepareAnswer(reply: FastifyReply, { body: text, type, cacheControl }: Content): ReadyAnswer {
  const given = Object.entries(reply.getHeaders()).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as const],
  );
  const headers = {
    ...Object.fromEntries(given),
    'content-type': type,
    'cache-control': cacheControl,
    vary: writeVary(reply),
  };
  const body = Buffer.from(text);
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, 27);
  return { plain: makeForm({ headers, hash }, 'identity', body), compressed: {}, headers, hash };
}

function makeForm(
  { headers, hash }: Pick<ReadyAnswer, 'headers' | 'hash'>,
  encoding: Encoding,
  body: Buffer,
): Form {
  const etag = writeTag(hash, encoding);
  const { 'content-type': type = '', ...others } = headers;
  const common = { ...others, etag };
  const full = {
    ...common,
    'content-type': type,
    'content-length': String(body.length),
    ...(encoding !== 'identity' && { 'content-encoding': encoding }),
  };
  return {
    etag,
    body: body.toString('latin1'),
    head: Object.entries(full).flat(),
    headOfKnown: Object.entries(common).flat(),
  };
}

function findForm(answer: ReadyAnswer, encoding: Encoding): Form | Promise<Form> {
  if (encoding === 'identity' || !isWorthCompressing(answer.plain.body)) return answer.plain;
  return (answer.compressed[encoding] ??= compress(Buffer.from(answer.plain.body, 'latin1'), encoding).then(
    (body) => {
      const form = makeForm(answer, encoding, body);
      answer.compressed[encoding] = form;
      return form;
    },
  ));
}

/** Sends the ready bytes without the steps of other answers. */
export function sendAnswer(request: IncomingMessage, response: ServerResponse, answer: ReadyAnswer): void {
  const form = findForm(answer, chooseEncoding(request.headers['accept-encoding']));
  if (form instanceof Promise) {
    form.then(
      (made) => write(request, response, made),
      () => write(request, response, answer.plain),
    );
  } else {
    write(request, response, form);
  }
}

function write({ headers }: IncomingMessage, response: ServerResponse, form: Form): void {
  if (isKnown(headers['if-none-match'], form.etag)) {
    response.writeHead(304, form.headOfKnown).end();
  } else {
    response.writeHead(200, form.head).end(form.body, 'latin1');
  }
}

/** Tells whether the client has the form with this tag, also after a proxy has marked the tag as weak. */
export function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const tags = ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes(etag) || tags.includes('*');
}
