import { createHash } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { test } from '../foyer-test.ts';
import { logInDemoUser, nobody, openPageInNewContext } from '../users.ts';
import { expectAccessible } from '../page-checks.ts';
import { listVisits } from './pages.ts';
import { makeSample } from './sample-event.ts';

const options = {
  // Playwright never sees the end of a request that the service worker makes, and waits up to 30 seconds for it.
  serviceWorkers: 'block',
  reducedMotion: 'reduce',
  colorScheme: 'light',
  viewport: { width: 320, height: 800 },
} as const;

const looks = [
  { colorScheme: 'light', width: 320 },
  { colorScheme: 'dark', width: 1280 },
] as const;

/** Opens a page, waits until everything has loaded, and checks that the page is accessible and fits each screen. */
async function openAndCheck(page: Page, address: string, text = '') {
  await page.goto(address, { waitUntil: 'networkidle' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  if (text) await expect(page.getByText(text).filter({ visible: true }).first(), address).toBeVisible();
  for (const { colorScheme, width } of looks) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 800 });
    await expect(page.locator('html.dark')).toHaveCount(colorScheme === 'dark' ? 1 : 0);
    await expectAccessible(page, `${address} at ${width} pixels in the ${colorScheme} theme`, true);
  }
}

async function openAndCheckAll(page: Page, visits: ReturnType<typeof listVisits>) {
  for (const { address, text, path } of visits) {
    await openAndCheck(page, address, text);
    expect.soft(new URL(page.url()).pathname, `the page of ${address}`).toMatch(path);
  }
}

test.describe('in a narrow light window and in a wide dark window', () => {
  // Each of these stories opens more than ten pages. In parallel mode they share the workers, so that no core is idle
  // at the end of the run.
  test.describe.configure({ mode: 'parallel', timeout: 300_000 });

  test('every page for visitors is accessible and fits the screen', async ({ browser, foyer }) => {
    const page = await openPageInNewContext(browser, foyer, nobody, options);
    await openAndCheckAll(page, listVisits('visitor', await makeSample(foyer)));
    await openAndCheck(page, '/nowhere');
    await page.goto('/events');
    await page
      .getByRole('link', { name: /^Details/ })
      .first()
      .click();
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('What’s on');
    await openAndCheck(page, page.url());
  });

  test('every page for attendees is accessible and fits the screen', async ({ browser, foyer }) => {
    const sample = await makeSample(foyer);
    const page = await openPageInNewContext(browser, foyer, await logInDemoUser(foyer, 'attendee'), options);
    await openAndCheckAll(page, listVisits('attendee', sample));
  });

  test('every page for organisers is accessible and fits the screen', async ({ browser, foyer }) => {
    const sample = await makeSample(foyer);
    const page = await openPageInNewContext(browser, foyer, await logInDemoUser(foyer, 'teamadmin'), options);
    await openAndCheckAll(page, listVisits('organiser', sample));
  });

  test('the overlays of the page with all components are accessible', async ({ browser, foyer }) => {
    const page = await openPageInNewContext(browser, foyer, nobody, options);
    await page.goto('/dev/ui', { waitUntil: 'networkidle' });
    for (const name of ['dialog', 'failed', 'sheet']) {
      await page.getByRole('button', { name: `Open: ${name}` }).click();
      await expect(page.getByRole(name === 'failed' ? 'alertdialog' : 'dialog')).toBeVisible();
      await expectAccessible(page, `the ${name} of /dev/ui`);
      await page.keyboard.press('Escape');
    }
  });

  test('the text of a long button keeps clear of its border', async ({ browser, foyer }) => {
    const page = await openPageInNewContext(browser, foyer, nobody, options);
    await page.goto('/dev/ui', { waitUntil: 'networkidle' });
    const room = await page.evaluate(`(() => {
      const buttons = [...document.querySelectorAll('button')];
      const long = buttons.find(({ textContent }) => textContent.startsWith('A Most Remarkably Long'));
      const text = document.createRange();
      text.selectNodeContents(long);
      return text.getBoundingClientRect().top - long.getBoundingClientRect().top;
    })()`);
    expect(room).toBeGreaterThanOrEqual(6);
  });

  test('every page for administrators is accessible and fits the screen', async ({ browser, foyer }) => {
    const page = await openPageInNewContext(browser, foyer, await logInDemoUser(foyer, 'admin'), options);
    await openAndCheckAll(page, listVisits('administrator', await makeSample(foyer)));
  });
});

test('the server renders complete pages that can be cached and contain only the inline script that their policy allows', async ({
  request,
}) => {
  // The events that other stories make come first in the list without a search.
  const answer = await request.get('/events?q=Lamplight');
  const html = await answer.text();
  expect(html).toContain('Lamplight Market');
  const inline = [
    ...html.matchAll(/<script(?![^>]*(?:src=|type="application\/(?:ld\+)?json"))[^>]*>([^]*?)<\/script>/g),
  ];
  expect(inline).toHaveLength(1);
  const hash = createHash('sha256').update(String(inline[0]?.[1])).digest('base64');
  expect(answer.headers()['content-security-policy']).toContain(`script-src 'self' 'sha256-${hash}';`);
  expect(answer.headers()['cache-control']).toContain('public');
  const picture = /\/uploads\/events\/[\w-]+\/card\.webp/.exec(html)?.[0];
  expect((await request.get(String(picture))).headers()['content-type']).toBe('image/webp');
  const missing = await request.get('/events/999999');
  expect(missing.status()).toBe(404);
  expect(await missing.text()).toContain('Event not found');
});

test('the API documentation fits a phone, and opens the API call that the web address names', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto('/api/docs#tag/tickets/POST/tickets');
  const call = page.locator('section:focus');
  await expect(call).toContainText('Issue a complimentary ticket');
  await expect(call).toHaveCSS('outline-style', 'none');
  await expect(page.locator('header').getByText('Issue a complimentary ticket')).toBeVisible();
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
});
