import { expect, type Page } from '@playwright/test';
import { test } from '../foyer-test.ts';
import { failOnPageErrors } from '../page-checks.ts';

/** Counts in the page how often pages blend, and lets `isSwipe` stand for a swipe that the browser has animated. */
const counting = `
  globalThis.blends = 0;
  const start = document.startViewTransition;
  document.startViewTransition = function (options) {
    globalThis.blends += 1;
    return start.call(this, options);
  };
  Object.defineProperty(PopStateEvent.prototype, 'hasUAVisualTransition', {
    get: () => globalThis.isSwipe === true,
  });
`;

const details = (page: Page) => page.getByRole('link', { name: /^Details/ }).last();
const countBlends = (page: Page) => page.evaluate('blends');

test('pages blend into each other, and focus and scroll position are as without', async ({ page }) => {
  failOnPageErrors(page);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.addInitScript(counting);
  await page.goto('/events', { waitUntil: 'networkidle' });
  await details(page).scrollIntoViewIfNeeded();
  const position = await page.evaluate<number>('Math.round(scrollY)');
  expect(position).toBeGreaterThan(0);
  const heading = page.getByRole('heading', { level: 1 });
  await details(page).click();
  await expect(heading).not.toHaveText('What’s on');
  await expect(heading).toBeFocused();
  await expect.poll(() => page.evaluate('scrollY')).toBe(0);
  expect(await countBlends(page)).toBe(1);

  await page.goBack();
  await expect(heading).toHaveText('What’s on');
  await expect.poll(() => page.evaluate('Math.round(scrollY)')).toBe(position);
  expect(await countBlends(page)).toBe(2);
  await page.getByLabel('Per page').selectOption('12');
  await expect(page).toHaveURL('/events?perPage=12');
  expect(await countBlends(page)).toBe(2);
});

test('pages do not blend after a swipe, and not for users who want no motion', async ({ page }) => {
  failOnPageErrors(page);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.addInitScript(counting);
  await page.goto('/events', { waitUntil: 'networkidle' });
  const heading = page.getByRole('heading', { level: 1 });
  await details(page).click();
  await expect(heading).not.toHaveText('What’s on');
  await page.evaluate('isSwipe = true');
  await page.goBack();
  await expect(heading).toHaveText('What’s on');
  await expect(heading).toBeFocused();
  expect(await countBlends(page)).toBe(1);

  await page.emulateMedia({ reducedMotion: 'reduce' });
  await details(page).click();
  await expect(heading).not.toHaveText('What’s on');
  expect(await countBlends(page)).toBe(1);
});

/** Returns the opacity of the next placeholder with this text, a tenth of a second after it came to the page. */
function watchPlaceholder(page: Page, text: string): Promise<string> {
  return page.evaluate<string>(`new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      const loading = [...document.querySelectorAll('main output')];
      const isWatched = ({ textContent }) => textContent === '${text}';
      const placeholder = loading.find(isWatched)?.querySelector('[aria-hidden]');
      if (!placeholder) return;
      observer.disconnect();
      for (const animation of placeholder.getAnimations()) {
        animation.pause();
        animation.currentTime = 100;
      }
      resolve(getComputedStyle(placeholder).opacity);
    });
    observer.observe(document.body, { childList: true, subtree: true });
  })`);
}

for (const reducedMotion of ['no-preference', 'reduce'] as const) {
  test(`a part of a page that loads quickly shows no placeholder, with the motion setting ${reducedMotion}`, async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion });
    await page.route(/\/api\/events\?/, () => {});
    await page.goto('/', { waitUntil: 'networkidle' });
    const opacity = watchPlaceholder(page, 'Loading events...');
    await page.getByRole('link', { name: 'Browse events' }).click();
    expect(await opacity).toBe('0');
  });
}

test('a page that takes long has its placeholder as soon as the page before is gone', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.route(/\/api\/events\/\d+/, () => {});
  await page.goto('/events', { waitUntil: 'networkidle' });
  const opacity = watchPlaceholder(page, 'Loading…');
  await details(page).click();
  expect(Number(await opacity)).toBeGreaterThan(0.5);
  // The page before was scrolled down. The shorter placeholder must not bring the footer into view.
  await expect(page.locator('main output')).toBeInViewport();
  await expect(page.getByRole('contentinfo')).not.toBeInViewport();
});
