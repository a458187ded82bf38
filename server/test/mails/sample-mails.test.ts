import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { Site } from '../../src/mail/compose.ts';
import { listSampleMails } from './sample-mails.ts';

const site: Site = {
  publicUrl: 'https://events.example.org',
  timeZone: 'Europe/London',
  mailFrom: 'Foyer <tickets@example.org>',
  stopAddress: () => 'https://events.example.org/mail/stop/a-token',
};

const event_picture = `/uploads/events/${'0f'.repeat(12)}-aa3311-1600x900/page.webp`;
const mails = await Promise.all(
  listSampleMails({ event_id: 7, event_picture }).map(async ({ name, write }) => ({
    name,
    mail: await write(site),
  })),
);

const unescape = (source: string) =>
  source.replaceAll('&#39;', "'").replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&amp;', '&');

function listAll(source: string, pattern: RegExp): string[] {
  return Array.from(source.matchAll(pattern), ([, found = '']) => unescape(found));
}

describe('the samples of mails', () => {
  it('have a mail of every function that writes one', () => {
    const features = fileURLToPath(new URL('../../src/features', import.meta.url));
    const written = globSync('**/*.emails.ts', { cwd: features }).flatMap((file) =>
      listAll(readFileSync(`${features}/${file}`, 'utf8'), /export (?:async )?function (render\w+)\(/g),
    );
    const sampled = readFileSync(new URL('sample-mails.ts', import.meta.url), 'utf8');
    expect(written.length).toBeGreaterThan(15);
    const isSampled = (name: string) => new RegExp(`=>\\s+${name}\\(`).test(sampled);
    expect(written.filter((name) => !isSampled(name))).toEqual([]);
  });
});

describe('the mail about several new events', () => {
  it('has a heading of its own for each event, and the pictures of those that have one', () => {
    const { html = '' } = mails.find(({ name }) => name === 'announcement-of-several')?.mail ?? {};
    expect(listAll(html, /<h2[^>]*>\s*([^<]+?)\s*<\/h2>/g)).toEqual([
      'Silent Film with Live Piano: The General',
      'Life Drawing by Candlelight',
      'Silent Film with Live Piano: The General',
    ]);
    expect(listAll(html, /<img[^>]* alt="([^"]+)"/g)).toHaveLength(2);
  });
});

describe.each(mails)('the mail $name', ({ mail }) => {
  const { html, text } = mail;

  it('has every link in its text, and nothing of its text is HTML', () => {
    const links = listAll(html, /href="([^"]+)"/g);
    expect(links.length).toBeGreaterThan(1);
    // Mail programs make links of addresses, so the text has them without `mailto:`.
    for (const link of links) expect(text).toContain(link.replace(/^mailto:/, ''));
    expect(text).not.toMatch(/&#?\w+;|<\w+/);
  });

  it('loads pictures and fonts from the site only, with room and words for each picture', () => {
    for (const tag of html.match(/<img[^>]*>/g) ?? []) {
      expect(tag).toMatch(/src="(cid:|https:\/\/events\.example\.org\/share\/events\/7-mail\.jpg\?v=)/);
      expect(tag).toMatch(/alt="[^"]+"/);
      expect(tag).toMatch(/width="\d+"\s+height="\d+"/);
    }
    for (const address of listAll(html, /url\('([^']+)'\)/g))
      expect(address).toBe('https://events.example.org/fonts/display.ttf');
    expect(html).not.toMatch(/<(link|script|iframe|form)|@import/i);
  });

  it('has one frame: the mark, one heading, and the reason for the mail at its end', () => {
    expect(html.match(/<h1/g)).toHaveLength(1);
    expect(html).toContain('>Foyer</a>');
    expect(text).toMatch(/\n\n--\n/);
    expect(html).toContain('<meta name="color-scheme" content="light dark"');
  });
});
