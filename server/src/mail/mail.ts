import { access, constants, mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import nodemailer, { type NodemailerError } from 'nodemailer';
import type { Config } from '../config.ts';
import type { Clock } from '../deps.ts';

export interface MailAttachment {
  filename: string;
  content: Buffer | string;
  contentType: string;
  /** The name by which the HTML shows an attached picture, as in `cid:logo`. Other attachments have none. */
  cid?: string;
}

export interface Message {
  to: string;
  subject: string;
  text: string;
  html: string;
  attachments?: MailAttachment[];
  /** Who gets the answers. Without it, answers go to the sender of all mails, whom nobody reads. */
  replyTo?: { name: string; address: string };
  /** The web address that stops mails of this kind. Mail programs show a button, and send a POST request to it. */
  stopAddress?: string;
}

export interface Mail {
  /**
   * Sends a mail within a minute or throws. Most mailboxes show two mails with the same `id` as one. Throws
   * `MailRefusedError` when another attempt cannot succeed.
   */
  send(message: Message, id: string): Promise<void>;
  /** Throws when the mail server does not answer or refuses the login. Sends no mail. */
  check(): Promise<void>;
}

/** The mail server refused this mail or its recipient for good. */
export class MailRefusedError extends Error {}

export const maxMailsAtOnce = 5;

/** An attempt to send a mail fails after this time. */
const sendingMs = 60_000;

interface MailTimes {
  /** A mail server that accepted the network connection may stay silent for this long. */
  greetingMs?: number;
}

/** Sends mails through SMTP when `SMTP_URL` is set. Otherwise keeps each mail as an `.eml` file in the outbox. */
export function createMail(config: Config, clock: Clock, times: MailTimes = {}): Mail {
  return config.smtpUrl ? smtpMail(config.smtpUrl, config.mailFrom, times) : outboxMail(config, clock);
}

function smtpMail(url: string, from: string, { greetingMs = 10_000 }: MailTimes): Mail {
  const transport = nodemailer.createTransport(
    {
      url,
      pool: true,
      maxConnections: maxMailsAtOnce,
      // When the mail server has closed an idle network connection, try once more with a new one. Further attempts are
      // up to the job.
      maxRequeues: 1,
      connectionTimeout: 10_000,
      greetingTimeout: greetingMs,
      socketTimeout: 20_000,
    },
    { from },
  );
  return {
    async send(message, id) {
      const signal = AbortSignal.timeout(sendingMs);
      await transport
        .sendMail({ ...addHeaders(message, id, from), signal })
        .catch((error: NodemailerError) => {
          throw isFinal(error) ? new MailRefusedError(error.message, { cause: error }) : error;
        });
    },
    async check() {
      await transport.verify();
    },
  };
}

/**
 * Tells whether the server refused this recipient or this mail for good. A refused login or sender address is not
 * final, because the operator can correct it.
 */
function isFinal({ permanent, command }: NodemailerError): boolean {
  return permanent === true && (command === 'RCPT TO' || command === 'DATA');
}

export function outboxFolder(config: Config): string {
  return join(config.dataDir, 'outbox');
}

function outboxMail(config: Config, clock: Clock): Mail {
  const folder = outboxFolder(config);
  const from = config.mailFrom;
  const transport = nodemailer.createTransport({ streamTransport: true, buffer: true }, { from });
  let count = 0;
  return {
    async send(message, id) {
      const { message: source } = await transport.sendMail(addHeaders(message, id, from));
      count += 1;
      const name = `${clock.now().toISOString().replaceAll(':', '-')}-${process.pid}-${count}.eml`;
      await mkdir(folder, { recursive: true });
      // Write under another name first, so that nobody reads half a file.
      await writeFile(join(folder, `${name}.part`), source as Buffer);
      await rename(join(folder, `${name}.part`), join(folder, name));
    },
    async check() {
      await mkdir(folder, { recursive: true });
      await access(folder, constants.W_OK);
    },
  };
}

function addHeaders({ stopAddress, ...message }: Message, id: string, from: string) {
  const domain = /@([^\s>]+)/.exec(from)?.[1] ?? 'localhost';
  return {
    ...message,
    messageId: `<${id}@${domain}>`,
    headers: {
      // This header asks for no automatic replies, because nobody reads mail to this sender.
      'Auto-Submitted': 'auto-generated',
      ...(stopAddress && {
        'List-Unsubscribe': `<${stopAddress}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
  };
}
