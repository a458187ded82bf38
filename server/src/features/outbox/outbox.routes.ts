import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Deps } from '../../deps.ts';
import { ApiError } from '../../http/errors.ts';
import { html, type Html } from '../../http/html.ts';
import { outboxFolder } from '../../mail/mail.ts';
import { formatMoment } from '../../mail/words.ts';
import { findKeptMail, listKeptMails, type KeptMail } from './outbox.queries.ts';

/** In development, the mails that nobody was there to send: what a person would have got. */
export function registerOutboxRoutes(app: FastifyInstance, deps: Deps): void {
  const folder = outboxFolder(deps.config);
  const sentAt = (date: string | undefined) =>
    date ? formatMoment(new Date(date), deps.config.timeZone) : 'at no known time';

  async function getMail(name: string) {
    const found = await findKeptMail(folder, name);
    if (!found) throw new ApiError('not_found', { msg: 'There is no such mail in the outbox' });
    return found;
  }

  app.get('/dev/outbox', async (_request, reply) => {
    const mails = await listKeptMails(folder);
    const rows = mails.map(
      ({ name, mail }) =>
        html`<li>
          <a href="/dev/outbox/${name}">${mail.subject ?? 'No subject'}</a>
          <p>to ${addressOf(mail.to?.[0])}, ${sentAt(mail.date)}</p>
        </li>`,
    );
    const body =
      rows.length > 0
        ? html`<ol>
            ${rows}
          </ol>`
        : html`<p>No mail yet. Buy a ticket, and it is here.</p>`;
    return sendPage(
      reply,
      'Outbox',
      html`<h1>Outbox</h1>
        ${body}`,
    );
  });

  app.get<{ Params: { name: string } }>('/dev/outbox/:name', async (request, reply) => {
    const { name, mail } = await getMail(request.params.name);
    const attachments = mail.attachments.map(
      (attachment, index) =>
        html`<li><a href="/dev/outbox/${name}/files/${index}">${attachment.filename ?? 'file'}</a></li>`,
    );
    return sendPage(
      reply,
      mail.subject ?? 'Mail',
      html`<p><a href="/dev/outbox">All mails</a></p>
        <h1>${mail.subject ?? ''}</h1>
        <p>to ${addressOf(mail.to?.[0])}, ${sentAt(mail.date)}</p>
        <iframe src="/dev/outbox/${name}/html" title="The mail as HTML" height="820"></iframe>
        <h2>Attachments</h2>
        <ul>
          ${attachments}
        </ul>
        <h2>As text</h2>
        <pre>${mail.text ?? ''}</pre>`,
    );
  });

  registerParts(app, getMail);
}

/** What a mail's page shows inside itself: its HTML, and its pictures and files. */
function registerParts(app: FastifyInstance, getMail: (name: string) => Promise<KeptMail>) {
  app.get<{ Params: { name: string } }>('/dev/outbox/:name/html', async (request, reply) => {
    const { name, mail } = await getMail(request.params.name);
    // Pictures inside a mail are named by their content id; here they have an address.
    const shown = (mail.html ?? '').replace(/cid:([\w.@-]+)/g, (_match, cid: string) => {
      const index = mail.attachments.findIndex((attachment) => attachment.contentId === `<${cid}>`);
      return `/dev/outbox/${name}/files/${index}`;
    });
    return reply.type('text/html; charset=utf-8').send(shown);
  });

  app.get<{ Params: { name: string; index: string } }>(
    '/dev/outbox/:name/files/:index',
    async (request, reply) => {
      const { mail } = await getMail(request.params.name);
      const attachment = mail.attachments[Number(request.params.index)];
      if (!attachment) throw new ApiError('not_found', { msg: 'The mail has no such attachment' });
      const { content } = attachment;
      return reply
        .type(attachment.mimeType)
        .send(typeof content === 'string' ? content : Buffer.from(new Uint8Array(content as ArrayBuffer)));
    },
  );
}

function addressOf(to: { address?: string } | undefined): string {
  return to?.address ?? 'nobody';
}

function sendPage(reply: FastifyReply, title: string, body: Html) {
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <style>
          body {
            font:
              16px/1.5 Georgia,
              serif;
            max-width: 46rem;
            margin: 2rem auto;
            padding: 0 1rem;
            color-scheme: light dark;
          }
          h1,
          p,
          li,
          pre {
            overflow-wrap: anywhere;
          }
          iframe {
            box-sizing: border-box;
            display: block;
            width: 100%;
            max-width: 100%;
            border: 1px solid #8886;
          }
          pre {
            white-space: pre-wrap;
          }
          li p {
            margin: 0 0 0.75rem;
          }
        </style>
      </head>
      <body>
        ${body}
      </body>
    </html>`;
  return reply.type('text/html; charset=utf-8').send(page.source);
}
