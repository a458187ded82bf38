import type { FastifyInstance } from 'fastify';

/** JSON bodies as Fastify reads them, but an empty one is no body: clients label every request as JSON. */
export function readJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  // Text as a body would be parsed by nobody and validated as nothing.
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) done(null, undefined);
    else void parse(request, String(body), done);
  });
}
