import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply } from 'fastify';

export type Encoding = 'br' | 'gzip' | 'identity';

/** Shorter bodies are sent as they are. */
const leastToCompress = 1024;

export function isWorthCompressing({ length }: string | Buffer): boolean {
  return length >= leastToCompress;
}

export function compress(body: Buffer, encoding: Exclude<Encoding, 'identity'>): Promise<Buffer> {
  if (encoding === 'gzip') return promisify(gzip)(body);
  return promisify(brotliCompress)(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 5,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    },
  });
}

const suffixes = { br: '-br', gzip: '-gz', identity: '' };

/** Writes the ETag of one form of a content. The tags are strong, so each form has a tag of its own. */
export function writeTag(hash: string, encoding: Encoding): string {
  return `"${hash}${suffixes[encoding]}"`;
}

/** Writes the `vary` of an answer that has several encodings, after what the reply's `vary` names already. */
export function writeVary(reply: FastifyReply): string {
  return [reply.getHeader('vary') ?? [], 'accept-encoding'].flat().join(', ');
}

/** Browsers send a few different headers only, so the choice is remembered for them. */
const choices = new Map<string, Encoding>();
const maxChoices = 100;

/** @param accepted the `accept-encoding` of the request */
export function chooseEncoding(accepted: string | undefined): Encoding {
  if (accepted === undefined) return 'identity';
  const known = choices.get(accepted);
  if (known) return known;
  const choice = readEncoding(accepted);
  if (choices.size >= maxChoices) choices.clear();
  if (accepted.length <= 100) choices.set(accepted, choice);
  return choice;
}

function readEncoding(accepted: string): Encoding {
  const weights = new Map<string, number>();
  for (const part of accepted.toLowerCase().split(',')) {
    const [name = '', ...params] = part.split(';').map((word) => word.trim());
    const weight = params.find((param) => param.startsWith('q='));
    weights.set(name, weight ? Number(weight.slice(2)) : 1);
  }
  const takes = (name: string) => (weights.get(name) ?? weights.get('*') ?? 0) > 0;
  if (takes('br')) return 'br';
  return takes('gzip') ? 'gzip' : 'identity';
}
