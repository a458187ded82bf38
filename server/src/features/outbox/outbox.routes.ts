import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Deps } from '../../deps.ts';
import { ApiError } from '../../http/errors.ts';
import { html, type Html } from '../../http/html.ts';
import { writePolicy } from '../../http/security-headers.ts';
import { sendFile } from '../../http/send-file.ts';
import { outboxFolder } from '../../mail/mail.ts';
import { formatMoment } from '../../mail/words.ts';
import { findKeptMail, listKeptMails, maxListed, type KeptMail } from './outbox.queries.ts';

/**
 * Separates the HTML of an email from the site. The email runs no script, loads only pictures and fonts of the site, and
 * counts as another site, so it cannot read Foyer's pages. Links open in a new tab.
 */
const sandbox = 'allow-popups allow-popups-to-escape-sandbox';

export function registerOutboxRoutes(app: FastifyInstance, deps: Deps): void {
  const folder = outboxFolder(deps.config);
  const { publicUrl } = deps;
  const mailPolicy = writePolicy({
    'default-src': ["'none'"],
    'img-src': ['data:', publicUrl],
    'font-src': [publicUrl],
    'style-src': ["'unsafe-inline'"],
    sandbox: [sandbox],
  });
  const getMail = async (name: string): Promise<KeptMail> => {
    const found = await findKeptMail(folder, name);
    if (!found) throw new ApiError('not_found', { msg: 'There is no such email in the outbox' });
    return found;
  };
  const describeTime = ({ mail }: KeptMail) =>
    mail.date ? formatMoment(new Date(mail.date), deps.config.timeZone) : 'Time unknown';

  app.get('/dev/outbox', async (_request, reply) =>
    sendPage(reply, 'Outbox', renderList(await listKeptMails(folder), describeTime)),
  );

  app.get<{ Params: { name: string } }>('/dev/outbox/:name', async (request, reply) => {
    const kept = await getMail(request.params.name);
    return sendPage(reply, subjectOf(kept), renderMail(kept, describeTime(kept)));
  });

  app.get<{ Params: { name: string } }>('/dev/outbox/:name/html', async (request, reply) => {
    const kept = await getMail(request.params.name);
    // A sandboxed page has no origin of its own to isolate, and Chromium warns when it asks for that.
    return reply
      .removeHeader('origin-agent-cluster')
      .type('text/html; charset=utf-8')
      .header('content-security-policy', mailPolicy)
      .send(embedPictures(kept).replace(/<head>/i, '<head><base target="_blank">'));
  });

  app.get<{ Params: { name: string; index: string } }>(
    '/dev/outbox/:name/files/:index',
    async (request, reply) => {
      const attachment = (await getMail(request.params.name)).mail.attachments[Number(request.params.index)];
      if (!attachment) throw new ApiError('not_found', { msg: 'The email has no such attachment' });
      const filename = attachment.filename ?? 'file';
      return sendFile(reply, attachment.mimeType, { content: readContent(attachment), filename });
    },
  );
}

type Attachment = KeptMail['mail']['attachments'][number];

function readContent({ content }: Attachment): Buffer {
  return typeof content === 'string' ? Buffer.from(content) : Buffer.from(new Uint8Array(content));
}

/** Puts the attached pictures into the email's HTML, because the sandboxed frame cannot load them from the site. */
function embedPictures({ mail }: KeptMail): string {
  return (mail.html ?? '').replace(/cid:([\w.@-]+)/g, (whole, cid: string) => {
    const picture = mail.attachments.find(({ contentId }) => contentId === `<${cid}>`);
    return picture ? `data:${picture.mimeType};base64,${readContent(picture).toString('base64')}` : whole;
  });
}

function subjectOf({ mail }: KeptMail): string {
  return mail.subject || 'No subject';
}

function recipientOf({ mail }: KeptMail): string {
  return mail.to?.[0]?.address ?? 'Nobody';
}

function renderList(mails: KeptMail[], describeTime: (kept: KeptMail) => string): Html {
  if (mails.length === 0) {
    return html`<h1>Outbox</h1>
      <p class="empty">No emails yet. Register for an event, and reload this page after a few seconds.</p>`;
  }
  const count = mails.length === 1 ? '1 email' : `${mails.length} emails`;
  return html`<h1>Outbox</h1>
    <p class="lead">${mails.length < maxListed ? count : `The last ${count}`}, newest first</p>
    <ol class="mails">
      ${mails.map(
        (kept) =>
          html`<li>
            <a href="/dev/outbox/${kept.name}">${subjectOf(kept)}</a>
            <p>To ${recipientOf(kept)}</p>
            <p>${describeTime(kept)}</p>
          </li>`,
      )}
    </ol>`;
}

function renderMail(kept: KeptMail, time: string): Html {
  const { name, mail } = kept;
  const files = mail.attachments.map(
    ({ filename }, index) =>
      html`<li><a href="/dev/outbox/${name}/files/${index}">${filename ?? 'file'}</a></li>`,
  );
  return html`<a class="back" href="/dev/outbox">All emails</a>
    <h1>${subjectOf(kept)}</h1>
    <dl class="facts">
      <dt>To</dt>
      <dd>${recipientOf(kept)}</dd>
      <dt>Time</dt>
      <dd>${time}</dd>
      ${
        files.length > 0 &&
        html`<dt>Attachments</dt>
          <dd>
            <ul class="files">
              ${files}
            </ul>
          </dd>`
      }
    </dl>
    <div class="forms">
      <section aria-labelledby="as-html">
        <div class="head">
          <h2 id="as-html">As HTML</h2>
          <a class="alone" href="/dev/outbox/${name}/html" target="_blank">Open alone</a>
        </div>
        <p class="lead">Long emails go on below the edge of this frame.</p>
        <iframe
          class="sheet"
          src="/dev/outbox/${name}/html"
          title="The email as HTML"
          sandbox="${sandbox}"
        ></iframe>
      </section>
      <section aria-labelledby="as-text">
        <h2 id="as-text">As text</h2>
        <pre class="sheet">${mail.text ?? ''}</pre>
      </section>
    </div>`;
}

function sendPage(reply: FastifyReply, title: string, body: Html) {
  const page = html`<!doctype html>
    <html lang="en-GB">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} · Foyer</title>
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="/dev/outbox/style.css" />
      </head>
      <body>
        <p class="notice"><strong>Development:</strong> these emails were saved here and not sent.</p>
        <header class="site">
          <div class="width">
            <a href="/">
              <svg viewBox="0 0 32 32" aria-hidden="true">
                <path d="M3 31V16a13 13 0 0 1 26 0v15z" />
                <path d="M9 31V16.5a7 7 0 0 1 14 0V31h-5.5V19.5h-3V31z" />
              </svg>
              Foyer
            </a>
          </div>
        </header>
        <main class="width">${body}</main>
      </body>
    </html>`;
  return reply.type('text/html; charset=utf-8').send(page.source);
}
