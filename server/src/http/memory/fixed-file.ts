import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  chooseEncoding,
  compress,
  type Encoding,
  isWorthCompressing,
  writeTag,
  writeVary,
} from './encodings.ts';
import { isKnown } from './ready-answer.ts';

interface FixedFile {
  body: Buffer;
  /** The value of `content-type`. */
  type: string;
  /** The value of `cache-control`. */
  caching: string;
  /** Whether compressing makes the file smaller. Fonts are compressed already. */
  isText: boolean;
}

/**
 * Makes the handler of a route for a file that stays the same while Foyer runs. Each compressed form is made once, at the first request for it: a
 * first visit loads 30 files, and compressing them for each visit would cost more than everything else.
 */
export function makeFileHandler({ body, type, caching, isText }: FixedFile) {
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, 27);
  const isCompressed = isText && isWorthCompressing(body);
  const forms: Partial<Record<Encoding, Promise<Buffer>>> = {};
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const encoding = isCompressed ? chooseEncoding(request.headers['accept-encoding']) : 'identity';
    const etag = writeTag(hash, encoding);
    reply.headers({ 'cache-control': caching, etag });
    if (isCompressed) reply.header('vary', writeVary(reply));
    if (isKnown(request.headers['if-none-match'], etag)) return reply.status(304).send();
    reply.header('content-type', type);
    if (encoding === 'identity') return reply.send(body);
    forms[encoding] ??= compress(body, encoding).catch((error: unknown) => {
      // The next request tries again.
      forms[encoding] = undefined;
      throw error;
    });
    const form = await forms[encoding];
    return reply.header('content-encoding', encoding).send(form);
  };
}
