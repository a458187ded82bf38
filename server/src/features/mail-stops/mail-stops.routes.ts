import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { callerSubject } from '../../http/caller-address.ts';
import { countUse } from '../../http/limits.ts';
import { route } from '../../http/route.ts';
import { changeStop, listStopChoices, stopWithOneClick } from './mail-stops.service.ts';

const maxOneClickBytes = 4096;

export async function registerMailStopRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  route(app, deps, 'POST /mail-stops/find', async ({ body, request }) => {
    await countUse(deps, 'follow_link', callerSubject(request.ip));
    return { choices: await listStopChoices(deps, body.token) };
  });

  route(app, deps, 'POST /mail-stops', async ({ body, request }) => {
    await countUse(deps, 'follow_link', callerSubject(request.ip));
    const { token, scope, is_stopped: isStopped } = body;
    return { choices: await changeStop(deps, { token, scope, isStopped }) };
  });

  // Mail programs post a form to the web address that people open (RFC 8058). The body is not read, because its format
  // differs between mail programs.
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: maxOneClickBytes }, async () => null);
    scope.post<{ Params: { token: string } }>('/mail/stop/:token', async ({ params, ip }, reply) => {
      await countUse(deps, 'follow_link', callerSubject(ip));
      await stopWithOneClick(deps, params.token);
      return reply.type('text/plain; charset=utf-8').send('You will no longer get these emails.\n');
    });
  });
}
