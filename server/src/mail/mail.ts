import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import nodemailer from 'nodemailer';
import type { Config } from '../config.ts';
import type { Clock } from '../deps.ts';

export interface MailAttachment {
  filename: string;
  content: Buffer | string;
  contentType: string;
  /** Set for a picture that the HTML shows as `cid:…`. */
  cid?: string;
}

export interface Message {
  to: string;
  subject: string;
  text: string;
  html: string;
  attachments?: MailAttachment[];
}

export interface Mail {
  send(message: Message): Promise<void>;
}

/** Sends through SMTP when `SMTP_URL` is set; otherwise keeps each mail as an `.eml` file in the outbox. */
export function createMail(config: Config, clock: Clock): Mail {
  return config.smtpUrl ? smtpMail(config.smtpUrl, config.mailFrom) : outboxMail(config, clock);
}

function smtpMail(url: string, from: string): Mail {
  const transport = nodemailer.createTransport(
    { url, pool: true, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 },
    { from },
  );
  return { send: async (message) => void (await transport.sendMail(message)) };
}

export function outboxFolder(config: Config): string {
  return join(config.dataDir, 'outbox');
}

function outboxMail(config: Config, clock: Clock): Mail {
  const folder = outboxFolder(config);
  const transport = nodemailer.createTransport(
    { streamTransport: true, buffer: true },
    { from: config.mailFrom },
  );
  let count = 0;
  return {
    async send(message) {
      const { message: source } = await transport.sendMail(message);
      count += 1;
      const name = `${clock.now().toISOString().replaceAll(':', '-')}-${process.pid}-${count}.eml`;
      await mkdir(folder, { recursive: true });
      // Written aside first, so that a reader never sees half a mail.
      await writeFile(join(folder, `${name}.part`), source as Buffer);
      await rename(join(folder, `${name}.part`), join(folder, name));
    },
  };
}
