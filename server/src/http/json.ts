import type { FastifyInstance } from 'fastify';

/** Bodies are JSON as Fastify reads it; an empty one is no body, whatever clients call it. */
export function readJsonBodies(app: FastifyInstance): void {
  // Text as a body would be parsed by nobody and validated as nothing.
  app.removeContentTypeParser('text/plain');
  app.addHook('onRequest', async ({ headers }) => {
    if (headers['content-length'] === '0') delete headers['content-type'];
  });
}
