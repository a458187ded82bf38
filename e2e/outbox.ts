import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import jsQR from 'jsqr';
import PostalMime, { type Email } from 'postal-mime';
import sharp from 'sharp';
import type { Foyer } from './server.ts';

/** Waits until an email with the given subject was sent to the given email address, and returns the email. */
export async function readMail(foyer: Foyer, wanted: { to: string; subject: string }): Promise<Email> {
  const find = async () =>
    (await readOutbox(foyer)).find(
      (mail) => mail.to?.some(({ address }) => address === wanted.to) && mail.subject === wanted.subject,
    );
  await expect.poll(async () => (await find())?.subject, { timeout: 15_000 }).toBe(wanted.subject);
  const mail = await find();
  if (!mail) throw new Error(`No mail for ${wanted.to}`);
  return mail;
}

/** Lists all emails that were sent to an address until now. */
export async function listMails(foyer: Foyer, address: string): Promise<Email[]> {
  const mails = await readOutbox(foyer);
  return mails.filter((mail) => mail.to?.some((one) => one.address === address));
}

async function readOutbox(foyer: Foyer): Promise<Email[]> {
  const names = await readdir(foyer.outboxDir).catch(() => []);
  const kept = names.filter((name) => name.endsWith('.eml'));
  return Promise.all(kept.map((name) => readOnce(join(foyer.outboxDir, name))));
}

/** Parsed emails by file. The outbox also holds the emails of earlier stories. */
const knownMails = new Map<string, Email>();

async function readOnce(file: string): Promise<Email> {
  const mail = knownMails.get(file) ?? (await PostalMime.parse(await readFile(file)));
  knownMails.set(file, mail);
  return mail;
}

/** Reads the QR code in an email from its pixels, as a phone's camera does. */
export async function readQrCode(mail: Email, filename = 'ticket-qr.png'): Promise<string> {
  const { data, info } = await sharp(getAttachment(mail, filename))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const code = jsQR.default(new Uint8ClampedArray(data), info.width, info.height);
  if (!code) throw new Error('The mail has no readable QR code');
  return code.data;
}

export function getAttachment(mail: Email, filename: string): Buffer {
  const found = mail.attachments.find((attachment) => attachment.filename === filename);
  if (!found) throw new Error(`The mail has no ${filename}`);
  return typeof found.content === 'string'
    ? Buffer.from(found.content)
    : Buffer.from(new Uint8Array(found.content));
}

/** Reads the first ticket code that the text of the mail names, such as `RN4J9 HVAE4`. */
export function readShortCode({ text }: Email): string {
  const code = /\b([0-9A-Z]{5} [0-9A-Z]{5})\b/.exec(text ?? '')?.[1];
  if (!code) throw new Error(`The mail names no ticket code: ${text}`);
  return code;
}
