import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { call } from '../../e2e/users.ts';
import { listSampleMails } from '../../server/test/mails/sample-mails.ts';
import { root } from '../bootstrap/setup.mjs';

/** @import { Browser } from '@playwright/test' */
/** @import { Foyer } from '../../e2e/server.ts' */
/** @import { Message } from '../../server/src/mail/mail.ts' */

export const mailsFolder = join(root, 'shots', 'mails');

const looks = ['light', 'dark'].flatMap((theme) => [360, 640].map((width) => ({ theme, width })));

/**
 * Takes pictures of every kind of mail, in two widths and both themes, and once with its pictures blocked.
 * @param {Foyer} foyer
 * @param {Browser} browser
 */
export async function takeMailPictures(foyer, browser) {
  await mkdir(mailsFolder, { recursive: true });
  /** @type {{ events: { id: number, event_img_url: string | null }[] }} */
  const { events } = await call(foyer, 'GET /events', null);
  const pictured = events.find(({ event_img_url }) => event_img_url?.startsWith('/uploads/'));
  const samples = listSampleMails({
    event_id: pictured?.id ?? 0,
    event_picture: pictured?.event_img_url ?? '',
  });
  const site = {
    publicUrl: foyer.url,
    timeZone: 'Europe/London',
    mailFrom: 'Foyer <tickets@example.org>',
    stopAddress: () => `${foyer.url}/mail/stop/a`,
  };
  const page = await browser.newPage();
  for (const { name, write } of samples) {
    const source = showAttachedPictures(await write(site));
    for (const { theme, width } of looks) {
      await page.emulateMedia({ colorScheme: theme === 'dark' ? 'dark' : 'light' });
      await page.setViewportSize({ width, height: 800 });
      await page.setContent(source, { waitUntil: 'networkidle' });
      await page.screenshot({ path: join(mailsFolder, `${name}-${width}-${theme}.png`), fullPage: true });
    }
  }
  await page.route(/\/share\//, (route) => route.abort());
  await page.emulateMedia({ colorScheme: 'light' });
  const [first] = samples;
  if (first) await page.setContent((await first.write(site)).html, { waitUntil: 'networkidle' });
  await page.screenshot({ path: join(mailsFolder, 'blocked-640-light.png'), fullPage: true });
  await page.close();
}

/** @param {Message} mail */
function showAttachedPictures({ html, attachments = [] }) {
  return html.replace(/cid:([\w.-]+)/g, (whole, /** @type {string} */ cid) => {
    const found = attachments.find((attachment) => attachment.cid === cid);
    return found
      ? `data:${found.contentType};base64,${Buffer.from(found.content).toString('base64')}`
      : whole;
  });
}
