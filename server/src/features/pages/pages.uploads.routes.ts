import { pictureFolder } from '@foyer/contract/text/picture-address.ts';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { ApiError } from '../../http/errors.ts';
import { isKnown } from '../../http/memory/ready-answer.ts';

/**
 * The pattern of a picture's key, which is its name in the storage. Other keys get 404 without a request to the
 * storage.
 */
const pictureKey = new RegExp(`^[a-z]+/(${pictureFolder}/[a-z]+\\.(webp|avif))$`);

/** Serves the pictures that Foyer encoded. A key is never used twice, so browsers may keep a file forever. */
export function registerUploadRoutes(app: FastifyInstance, deps: Deps): void {
  app.get<{ Params: { '*': string } }>('/uploads/*', async (request, reply) => {
    const key = request.params['*'];
    const [, name, format] = pictureKey.exec(key) ?? [];
    const file = name && (await deps.storage.find(key));
    if (!file) throw new ApiError('not_found');
    const etag = `"${name}"`;
    reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('etag', etag)
      .header('cross-origin-resource-policy', 'cross-origin')
      // If somebody opens the picture file as a page, the browser must run no script in it.
      .header('content-security-policy', "default-src 'none'; sandbox");
    if (isKnown(request.headers['if-none-match'], etag)) {
      file.content.destroy();
      return reply.status(304).send();
    }
    return reply
      .header('content-type', `image/${format}`)
      .header('content-disposition', 'inline')
      .header('content-length', file.size)
      .header('accept-ranges', 'none')
      .send(file.content);
  });
}
