import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterAll, describe, expect, it } from 'vitest';
import { readConfig } from '../config.ts';
import { systemClock } from '../deps.ts';
import { createMail, outboxFolder } from './mail.ts';

const dataDir = await mkdtemp(join(tmpdir(), 'foyer-mail-'));

afterAll(() => rm(dataDir, { recursive: true }));

const id = '0b0e6a52-6a0c-4a7f-9d55-0f5ac4a1c7de';

const message = {
  to: 'łucja@example.org',
  subject: 'Your ticket: Soirée at the Łódź Hall',
  text: 'See you there.',
  html: '<p>See you <b>there</b>.</p>',
  attachments: [{ filename: 'event.ics', content: 'BEGIN:VCALENDAR', contentType: 'text/calendar' }],
};

function expectMessage(mail: Email) {
  expect(mail).toMatchObject({
    subject: message.subject,
    from: { address: 'tickets@example.org' },
    messageId: `<${id}@example.org>`,
  });
  expect(mail.text).toContain('See you there.');
  expect(mail.html).toContain('<b>there</b>');
  expect(mail.attachments.map((attachment) => attachment.filename)).toEqual(['event.ics']);
}

describe('a mail', () => {
  it('is sent through SMTP when SMTP_URL is set', async () => {
    const received: Buffer[] = [];
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData(stream, _session, done) {
        stream.on('data', (chunk: Buffer) => received.push(chunk)).on('end', () => done());
      },
    });
    const listener = server.listen(0, '127.0.0.1');
    await once(listener, 'listening');
    const { port } = listener.address() as AddressInfo;
    const config = readConfig({
      SMTP_URL: `smtp://127.0.0.1:${port}`,
      MAIL_FROM: 'Foyer <tickets@example.org>',
      DATA_DIR: dataDir,
    });
    await createMail(config, systemClock).send({ ...message, to: 'lucja@example.org' }, id);
    server.close();
    expectMessage(await PostalMime.parse(Buffer.concat(received)));
    expect(await readdir(outboxFolder(config)).catch(() => [])).toEqual([]);
  });

  it('is saved as a file with the whole message when SMTP_URL is not set', async () => {
    const config = readConfig({ DATA_DIR: dataDir, MAIL_FROM: 'Foyer <tickets@example.org>' });
    const mail = createMail(config, systemClock);
    await Promise.all([mail.send(message, id), mail.send(message, id)]);
    const names = await readdir(outboxFolder(config));
    expect(names).toHaveLength(2);
    const kept = await PostalMime.parse(await readFile(join(outboxFolder(config), String(names[0]))));
    expectMessage(kept);
    expect(kept.to).toMatchObject([{ address: 'łucja@example.org' }]);
  });

  it('gets no extra headers from a line break in its subject', async () => {
    const config = readConfig({ DATA_DIR: dataDir });
    const before = new Set(await readdir(outboxFolder(config)));
    const subject = 'Party\r\nBcc: everybody@example.org';
    await createMail(config, systemClock).send({ ...message, subject }, id);
    const name = (await readdir(outboxFolder(config))).find((file) => !before.has(file));
    const kept = await PostalMime.parse(await readFile(join(outboxFolder(config), String(name))));
    expect(kept.bcc ?? []).toEqual([]);
  });
});
