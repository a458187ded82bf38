import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../errors.ts';
import { prepareAnswer } from './ready-answer.ts';

interface TextCall {
  app: FastifyInstance;
  request: FastifyRequest;
  reply: FastifyReply;
  /** Names the text in the memory. The query of the address changes nothing, so it is no part of the name. */
  name: string;
  type: string;
}

/** Clients may keep the text, but ask each time whether it has changed. */
const cacheControl = 'no-cache';

/** Sends a text that is the same for everyone, from memory if possible. Throws `not_found` when there is none. */
export async function sendPublicText(
  { app, request, reply, name, type }: TextCall,
  write: () => Promise<string | null>,
): Promise<FastifyReply> {
  let text: string | null | undefined;
  const prepare = async () => {
    text = await write();
    return text === null ? null : prepareAnswer(reply, { body: text, type, cacheControl });
  };
  if (await app.publicAnswers.send({ request, reply, kind: 'pages', name }, prepare)) return reply;
  // Null means that it was looked for, and that there is none.
  if (text === undefined) text = await write();
  if (text === null) throw new ApiError('not_found');
  return reply.header('content-type', type).header('cache-control', cacheControl).send(text);
}
