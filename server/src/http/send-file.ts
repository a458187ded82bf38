import { Readable } from 'node:stream';
import type { ServedFile } from '@foyer/contract/endpoint.ts';
import type { FastifyReply } from 'fastify';

/** Answers with a file that the browser downloads instead of showing. */
export function sendFile(reply: FastifyReply, contentType: string, { content, filename }: ServedFile) {
  const body = content instanceof Uint8Array ? content : Readable.from(content);
  return reply.type(contentType).header('content-disposition', describeAttachment(filename)).send(body);
}

/** Clients that know RFC 8187 get the full file name. Older clients get an ASCII version of the name. */
function describeAttachment(filename: string): string {
  const name = filename
    .replace(/[\\/:*?"<>|\p{Cc}\p{Cf}\p{Cs}]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const plain = name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^ -~]/g, '_');
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16)}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
