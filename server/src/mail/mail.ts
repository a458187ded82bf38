import { access, constants, mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import nodemailer, { type NodemailerError } from 'nodemailer';
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
  /**
   * Hands a mail over, in a minute at most. The same `id` makes it the same mail to mailboxes, which then show it
   * once. Throws `MailRefusedError` when there is no use in trying again.
   */
  send(message: Message, id: string): Promise<void>;
  /** Throws when no mail could be handed over now: the server is away or refuses the login. Sends nothing. */
  check(): Promise<void>;
}

/** The recipient's server will never take this mail. */
export class MailRefusedError extends Error {}

/** How many mails a process hands over at once. */
export const mostMailsAtOnce = 5;

/** After so long a mail counts as not sent, whatever the server is doing. */
const sendingMs = 60_000;

/** Sends through SMTP when `SMTP_URL` is set; otherwise keeps each mail as an `.eml` file in the outbox. */
export function createMail(config: Config, clock: Clock): Mail {
  return config.smtpUrl ? smtpMail(config.smtpUrl, config.mailFrom) : outboxMail(config, clock);
}

function smtpMail(url: string, from: string): Mail {
  const transport = nodemailer.createTransport(
    {
      url,
      pool: true,
      maxConnections: mostMailsAtOnce,
      // A server may have closed a connection that lay idle: one new one, and everything further is tried later.
      maxRequeues: 1,
      connectionTimeout: 10_000,
      greetingTimeout: 10_000,
      socketTimeout: 20_000,
    },
    { from },
  );
  return {
    async send(message, id) {
      const signal = AbortSignal.timeout(sendingMs);
      await transport.sendMail({ ...envelop(message, id, from), signal }).catch((error: NodemailerError) => {
        throw isFinal(error) ? new MailRefusedError(error.message, { cause: error }) : error;
      });
    },
    async check() {
      await transport.verify();
    },
  };
}

/** About this recipient or this mail, as against the server, our login or our sender address. */
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
      const { message: source } = await transport.sendMail(envelop(message, id, from));
      count += 1;
      const name = `${clock.now().toISOString().replaceAll(':', '-')}-${process.pid}-${count}.eml`;
      await mkdir(folder, { recursive: true });
      // Written aside first, so that a reader never sees half a mail.
      await writeFile(join(folder, `${name}.part`), source as Buffer);
      await rename(join(folder, `${name}.part`), join(folder, name));
    },
    async check() {
      await mkdir(folder, { recursive: true });
      await access(folder, constants.W_OK);
    },
  };
}

function envelop(message: Message, id: string, from: string) {
  const domain = /@([^\s>]+)/.exec(from)?.[1] ?? 'localhost';
  return {
    ...message,
    messageId: `<${id}@${domain}>`,
    // Keeps holiday replies and the like away from an address that nobody reads.
    headers: { 'Auto-Submitted': 'auto-generated' },
  };
}
