import { expect, type Page } from '@playwright/test';
import { test } from '../foyer-test.ts';
import { createUser, publishEventBy } from '../users.ts';

/** Titles that would do harm, or break a document, where they are not escaped. */
const titles = [
  '</script><script>document.title = 1</script>',
  '</title><img src=x onerror="document.title = 1">',
  `"><svg onload='document.title = 1'>`,
  ']]><!-- <![CDATA[ -->',
  '&lt;b&gt; &amp; &#60;i&#62; <b>bold</b>',
  'END:VEVENT\\nBEGIN:VEVENT; a, b',
  '{{7*7}} ${7*7} <%= 7 %> %0d%0aX-Harm: 1',
  'javascript:alert(1)//../../etc/passwd?a=b#c',
  'حفل موسيقى في المدينة',
  '音樂會在上海',
  'Zażółć gęślą jaźń',
  '🎷🎺 👩‍👩‍👧',
  'x'.repeat(120),
  'constructor __proto__',
];

test('a hostile title is only text in every page, feed, sitemap and picture', async ({ page, foyer }) => {
  test.slow();
  const organiser = await createUser(foyer, 'hostile', 'Host of');
  const wanted: { id: number; title: string }[] = [];
  for (const harm of titles) {
    const title = `${harm} ${organiser.username}`;
    wanted.push({ id: await publishEventBy(foyer, organiser, { title }), title });
  }
  const sitemap = await readXml(page, '/sitemap-events-1.xml', 'loc');
  const rss = await readXml(page, '/feeds/events.rss', 'item > title');
  const summaries = await readCalendar(page);
  for (const { id, title } of wanted) {
    const answer = await page.goto(`/events/${id}`, { waitUntil: 'domcontentloaded' });
    expect(answer?.status()).toBe(200);
    await expect(page).toHaveTitle(`${title} · Foyer`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title.replace(/\s+/g, ' '));
    await expect(page.locator('main').locator('script, svg[onload], img[onerror], b, i')).toHaveCount(0);
    await expect(page.locator('meta[property="og:title"]')).toHaveAttribute('content', `${title} · Foyer`);
    const schema = await page.locator('script[type="application/ld+json"]').textContent();
    expect(JSON.parse(schema ?? '')).toMatchObject({ '@type': 'Event', name: title });
    const address = (await page.locator('link[rel="canonical"]').getAttribute('href')) ?? '';
    expect(address).toMatch(new RegExp(`^${foyer.url}/events/${id}(-[a-z0-9]+)+$`));
    expect(address.length).toBeLessThan(foyer.url.length + 80);
    const picture = (await page.locator('meta[property="og:image"]').getAttribute('content')) ?? '';
    const drawn = await page.request.get(picture);
    expect([drawn.status(), drawn.headers()['content-type']]).toEqual([200, 'image/jpeg']);
    expect(sitemap).toContain(address);
    expect(rss).toContain(title.replaceAll('<', '‹').replaceAll('>', '›'));
    expect(summaries).toContain(title);
  }
});

/** Reads a document as strictly as XML programs do, and returns the texts of these elements. */
async function readXml(page: Page, url: string, selector: string): Promise<string[]> {
  const text = await (await page.request.get(url)).text();
  return page.evaluate<string[]>(`(() => {
    const parsed = new DOMParser().parseFromString(${JSON.stringify(text)}, 'application/xml');
    const fault = parsed.querySelector('parsererror');
    if (fault) throw new Error(fault.textContent);
    return [...parsed.querySelectorAll('${selector}')].map(({ textContent }) => textContent);
  })()`);
}

/** Reads the titles of a calendar, and checks that each entry has one. */
async function readCalendar(page: Page): Promise<string[]> {
  const text = await (await page.request.get('/feeds/events.ics')).text();
  const lines = text.replaceAll('\r\n ', '').split('\r\n');
  const summaries = lines.filter((line) => line.startsWith('SUMMARY:'));
  expect(summaries).toHaveLength(lines.filter((line) => line === 'BEGIN:VEVENT').length);
  return summaries.map((line) => line.slice('SUMMARY:'.length).replace(/\\(.)/g, '$1'));
}
