import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app.ts';
import { createMail, type Message } from '../../mail/mail.ts';

const dataDir = await mkdtemp(join(tmpdir(), 'foyer-outbox-'));
let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ env: { DATA_DIR: dataDir }, works: false });
});

afterAll(async () => {
  await app.close();
  await rm(dataDir, { recursive: true });
});

const hostile = '<script>alert(1)</script>';

const message: Message = {
  to: 'mara@example.org',
  subject: `Your ticket ${hostile}`,
  text: `See you there ${hostile}`,
  html: `<!doctype html><html><head></head><body>${hostile}<img src="cid:qr-code"></body></html>`,
  attachments: [
    { filename: 'qr.png', content: Buffer.from('a picture'), contentType: 'image/png', cid: 'qr-code' },
    { filename: 'page.html', content: hostile, contentType: 'text/html' },
  ],
};

async function keepMail(): Promise<string> {
  await createMail(app.deps.config, app.clock).send(message, 'a-mail');
  const { body } = await get('/dev/outbox');
  return /href="(\/dev\/outbox\/[^"]+\.eml)"/.exec(body)?.[1] ?? '';
}

const get = (url: string) => app.send<string>('GET', url);

describe('the outbox of saved emails', () => {
  it('says that there are no emails while it is empty', async () => {
    expect((await get('/dev/outbox')).body).toContain('No emails yet');
  });

  it('shows an email as text with links to its attachments, and runs no script of the email', async () => {
    const { body } = await get(await keepMail());
    expect(body).toContain('mara@example.org');
    expect(body).toMatch(/<a[^>]+href="\/dev\/outbox\/[\w.-]+\.eml\/html" target="_blank">Open alone<\/a>/);
    expect(body).toContain('See you there &lt;script&gt;');
    expect(body).toContain('>page.html</a>');
    expect(body).not.toContain(hostile);
    expect(body).toMatch(/<iframe[^>]+sandbox="(?!.*allow-(scripts|same-origin))/);
  });

  it('serves the HTML of an email with its pictures, and forbids scripts', async () => {
    const { body, headers } = await get(`${await keepMail()}/html`);
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(headers).not.toHaveProperty('origin-agent-cluster');
    expect(policy).toMatch(/;sandbox allow-popups/);
    expect(policy).toContain('img-src data: http://foyer.localhost;font-src http://foyer.localhost;');
    expect(policy).not.toMatch(/script-src|allow-scripts|allow-same-origin/);
    expect(body).toContain(`src="data:image/png;base64,${Buffer.from('a picture').toString('base64')}"`);
    expect(body).toContain('<base target="_blank">');
  });

  it('offers attachments as downloads, so that no HTML file opens as a page of the site', async () => {
    const { body, headers } = await get(`${await keepMail()}/files/1`);
    expect(body).toBe(hostile);
    expect(headers['content-disposition']).toBe(
      `attachment; filename="page.html"; filename*=UTF-8''page.html`,
    );
  });

  it.each(['/dev/outbox/style.css', '/fonts/display.ttf'])(
    'serves %s even if the web has not been built',
    async (url) => {
      expect((await get(url)).status).toBe(200);
    },
  );

  it('answers 404 for an unknown email, an unknown attachment and a name outside the outbox', async () => {
    const mail = await keepMail();
    for (const url of ['/dev/outbox/none.eml', '/dev/outbox/..%2Fsecret.eml', `${mail}/files/9`]) {
      expect((await get(url)).status).toBe(404);
    }
  });
});
