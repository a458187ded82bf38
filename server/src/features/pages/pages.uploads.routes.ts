import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { ApiError } from '../../http/errors.ts';

/** Pictures that Foyer encoded itself. A key is never used twice, so browsers may keep a file for ever. */
export function registerUploadRoutes(app: FastifyInstance, deps: Deps): void {
  app.get<{ Params: { '*': string } }>('/uploads/*', async (request, reply) => {
    const key = request.params['*'];
    const file = /^[a-z0-9/]+\.webp$/.test(key) ? await deps.storage.find(key) : undefined;
    if (!file) throw new ApiError('not_found');
    return reply
      .header('content-type', 'image/webp')
      .header('content-length', file.size)
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('cross-origin-resource-policy', 'cross-origin')
      .send(file.content);
  });
}
