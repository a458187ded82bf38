import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime, { type Email } from 'postal-mime';

export const maxListed = 200;

export interface KeptMail {
  name: string;
  mail: Email;
}

export async function listKeptMails(folder: string): Promise<KeptMail[]> {
  const names = await readdir(folder).catch(() => []);
  const newest = names
    .filter((name) => name.endsWith('.eml'))
    .toSorted()
    .toReversed()
    .slice(0, maxListed);
  const mails = await Promise.all(newest.map((name) => findKeptMail(folder, name)));
  return mails.filter((mail) => mail !== undefined);
}

/**
 * Finds one email by its file name. The name comes from the web address, so a name that could lead out of the folder
 * finds nothing.
 */
export async function findKeptMail(folder: string, name: string): Promise<KeptMail | undefined> {
  if (!/^[\w.-]+\.eml$/.test(name)) return undefined;
  const source = await readFile(join(folder, name)).catch(() => undefined);
  return source && { name, mail: await PostalMime.parse(source) };
}
