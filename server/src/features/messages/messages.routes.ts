import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { callerSubject } from '../../http/caller-address.ts';
import { route } from '../../http/route.ts';
import { getEventFor } from '../events/events.access.service.ts';
import { changeAutomaticMail, listAutomaticMails } from './messages.automatic.service.ts';
import { previewMessage, testMessage } from './messages.mails.service.ts';
import { getMessage, listMessages } from './messages.queries.ts';
import { countAudiences } from './messages.recipients.queries.ts';
import { sendMessage } from './messages.service.ts';

export function registerMessageRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, 'GET /events/:id/message-audiences', async ({ actor, params }) => {
    const event = await getEventFor(deps.db, actor, 'manage', params);
    return countAudiences(deps.db, event.id);
  });

  route(app, deps, 'GET /events/:id/messages', async ({ actor, params, query }) => {
    const event = await getEventFor(deps.db, actor, 'manage', params);
    const { messages, total } = await listMessages(deps.db, event.id, query);
    return { messages, total_messages: total, total_pages: Math.ceil(total / query.limit) };
  });

  route(
    app,
    deps,
    'POST /events/:id/messages',
    async ({ actor, params, headers, body, request, answerWith }) => {
      const signed = { actor, address: callerSubject(request.ip) };
      const message = { eventId: params.id, body, key: headers['idempotency-key'] };
      const { isNew, id } = await sendMessage(deps, signed, message);
      if (!isNew) answerWith(200);
      return { msg: 'Your message is on its way', message: await getMessage(deps.db, id) };
    },
  );

  route(app, deps, 'POST /events/:id/messages/preview', ({ actor, params, body }) =>
    previewMessage(deps, actor, { eventId: params.id, words: body }),
  );

  route(app, deps, 'POST /events/:id/messages/test', async ({ actor, params, body }) => ({
    msg: `The test is on its way to ${await testMessage(deps, actor, { eventId: params.id, words: body })}`,
  }));

  route(app, deps, 'GET /events/:id/automatic-mails', async ({ actor, params }) => {
    const event = await getEventFor(deps.db, actor, 'manage', params);
    return { mails: await listAutomaticMails(deps, deps.db, event) };
  });

  route(app, deps, 'PATCH /events/:id/automatic-mails', async ({ actor, params, body }) => ({
    mail: await changeAutomaticMail(deps, actor, { eventId: params.id, change: body }),
  }));
}
