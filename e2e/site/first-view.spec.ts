import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, type Page, type Response } from '@playwright/test';
import { test } from '../foyer-test.ts';
import { failOnPageErrors } from '../page-checks.ts';
import { routeOnce } from '../routes.ts';

/** What the first view of each public page may load, in kilobytes: scripts and styles compressed with gzip. */
const most = {
  '/': { scripts: 143, styles: 14, fonts: 55 },
  '/events': { scripts: 147, styles: 14, fonts: 55 },
  '/events/{id}': { scripts: 158, styles: 14, fonts: 55 },
  '/events/{id}/checkout': { scripts: 165, styles: 14, fonts: 55 },
};
type Manifest = Record<string, { imports?: string[] }>;
type Kind = 'scripts' | 'styles' | 'fonts';

const advice: Record<Kind, string> = {
  scripts:
    'Load what visitors do not see at once with lazyPart, or when it is pressed. If the page really needs the code, raise its limit in first-view.spec.ts and the figure in docs/performance.md.',
  styles:
    'The styles of public pages are those that their scripts name, now or later. Use classes that exist, or show the part on another page.',
  fonts:
    'A character or weight outside of the basic fonts loads a complete font. See web/src/styles/fonts.css and decision 052.',
};

// A setting, so that this file gets a server of its own: other stories publish events whose letters need more fonts.
test.use({ settings: { COLD_START_NOTICE: 'auto' } });

const size = { width: 412, height: 823 };
// With the screen of a desktop, Chromium would preload a wider poster than the page shows.
const phone = { viewport: size, screen: size, isMobile: true, hasTouch: true };

test.describe('the first view of a public page', () => {
  test.use(phone);

  for (const [name, limits] of Object.entries(most)) {
    test(`stays small, and loads no script before it is painted: ${name}`, async ({ page }) => {
      failOnPageErrors(page);
      const path = await findPath(page, name);
      const responses: Response[] = [];
      page.on('response', (response) => responses.push(response));
      await page.goto(path);
      await page.waitForLoadState('networkidle');
      const sizes = await measure(responses);
      for (const kind of ['scripts', 'styles', 'fonts'] as const) {
        expect(sizes[kind], `${name} loads too many ${kind}. ${advice[kind]}`).toBeLessThanOrEqual(
          limits[kind],
        );
      }
      expect(sizes.scripts, 'the scripts of the page were counted').toBeGreaterThan(100);
      const { painted, firstScript, shift } = await readTimes(page);
      expect(firstScript, `a script of ${name} starts to load before the first paint`).toBeGreaterThan(
        painted,
      );
      expect(shift, `something on ${name} moves after it was painted`).toBe(0);
    });
  }
});

test.describe('fonts that arrive late', () => {
  test.use(phone);

  for (const name of Object.keys(most)) {
    test(`move nothing: ${name}`, async ({ page }) => {
      const path = await findPath(page, name);
      const { promise: painted, resolve: release } = Promise.withResolvers<void>();
      await page.route('**/*.woff2', (route) => painted.then(() => route.continue()));
      await page.goto(path, { waitUntil: 'commit' });
      await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
      release();
      await page.waitForLoadState('networkidle');
      expect((await readTimes(page)).shift).toBe(0);
    });
  }
});

test('a page that is not public waits for the complete styles, and its own document links them', async ({
  page,
}) => {
  const sheets = page.locator('link[rel=stylesheet][href*="/entry-client"]');
  await page.goto('/', { waitUntil: 'networkidle' });
  await expect(sheets).toHaveCount(0);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await routeOnce(page, '**/assets/entry-client-*.css', (route) => released.then(() => route.continue()));
  const asked = page.waitForRequest(/entry-client-.*\.css/);
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).click();
  await asked;
  const heading = page.getByRole('heading', { level: 1, name: 'Login' });
  await expect(page).toHaveURL(/\/login/);
  await expect(heading).toBeHidden();
  release();
  await expect(heading).toBeVisible();
  await expect(sheets).toHaveCount(1);
  await page.reload();
  await expect(heading).toBeVisible();
  await expect(sheets).toHaveCount(1);
});

test('the lead poster of the start page is not enlarged on a tablet', async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 1024 });
  await page.goto('/');
  const { width, needed } = await page.evaluate<{ width: number; needed: number }>(`(async () => {
    const poster = document.querySelector('main picture img');
    await poster.decode();
    const file = new Image();
    file.src = poster.currentSrc;
    await file.decode();
    const { naturalWidth: width, naturalHeight: height } = file;
    return { width, needed: Math.max(poster.clientWidth, (poster.clientHeight * width) / height) };
  })()`);
  expect(needed).toBeGreaterThan(300);
  expect(width).toBeGreaterThanOrEqual(needed);
});

test('no page imports more than 32 script files', async () => {
  const build = join(import.meta.dirname, '..', '..', 'web', 'dist', 'client');
  const files = JSON.parse(await readFile(join(build, '.vite', 'manifest.json'), 'utf8')) as Manifest;
  const pages = Object.keys(files).filter((name) => name.endsWith('-page.tsx'));
  expect(pages.length).toBeGreaterThan(45);
  const counts = pages.map((name) => [name, listImported(files, name).size] as const);
  const tooMany = counts.filter(([, count]) => count > 32);
  expect(tooMany, 'Let the pages share larger files: see web/code-splitting.ts').toEqual([]);
});

/** Lists a file of the build, and all files that it imports, directly or not. */
function listImported(files: Manifest, name: string): Set<string> {
  const found = new Set([name]);
  for (const one of found) for (const imported of files[one]?.imports ?? []) found.add(imported);
  return found;
}

async function findPath(page: Page, name: string): Promise<string> {
  if (!name.includes('{id}')) return name;
  const answer = await page.request.get('/api/events?sort_by=start_time&order=asc&limit=1');
  const { events } = (await answer.json()) as { events: { id: number }[] };
  const id = String(events[0]?.id);
  const offers = await page.request.get(`/api/events/${id}/ticket-types`);
  const { ticket_types } = (await offers.json()) as { ticket_types: { id: number }[] };
  const path = name.replace('{id}', id);
  return name.endsWith('checkout') ? `${path}?tickets=${ticket_types[0]?.id}x1` : path;
}

async function measure(responses: Response[]): Promise<Record<Kind, number>> {
  const sizes = { scripts: 0, styles: 0, fonts: 0 };
  for (const response of responses) {
    const type = response.request().resourceType();
    if (!['document', 'script', 'stylesheet', 'font'].includes(type)) continue;
    const body = await response.body();
    if (type === 'script') sizes.scripts += gzipSync(body).length;
    else if (type === 'stylesheet') sizes.styles += gzipSync(body).length;
    else if (type === 'font') sizes.fonts += body.length;
    else {
      const styles = [...body.toString().matchAll(/<style[^>]*>([^]*?)<\/style>/g)].map(([, text]) => text);
      sizes.styles += gzipSync(styles.join('')).length;
    }
  }
  return { scripts: sizes.scripts / 1000, styles: sizes.styles / 1000, fonts: sizes.fonts / 1000 };
}

function readTimes(page: Page): Promise<{ painted: number; firstScript: number; shift: number }> {
  return page.evaluate<{ painted: number; firstScript: number; shift: number }>(`(() => {
    const observer = new PerformanceObserver(() => {});
    observer.observe({ type: 'layout-shift', buffered: true });
    const shifts = observer.takeRecords();
    const scripts = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js'));
    return {
      painted: performance.getEntriesByName('first-contentful-paint')[0].startTime,
      firstScript: Math.min(...scripts.map(({ startTime }) => startTime)),
      shift: shifts.reduce((sum, { value }) => sum + value, 0),
    };
  })()`);
}
