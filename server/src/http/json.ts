import type { FastifyInstance } from 'fastify';

/** Accepts JSON bodies only. An empty body counts as no body, whatever its content type. */
export function readJsonBodies(app: FastifyInstance): void {
  // Fastify also accepts plain text by default, which no schema here expects.
  app.removeContentTypeParser('text/plain');
  app.addHook('onRequest', async ({ headers }) => {
    if (headers['content-length'] === '0') delete headers['content-type'];
  });
}
