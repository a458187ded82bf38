import { expect, type Page } from '@playwright/test';
import { test } from '../foyer-test.ts';
import { expectAccessible } from '../page-checks.ts';
import { nobody, openPageFor } from '../users.ts';

const cards = (page: Page) => page.getByRole('main').getByRole('article');

test('chips and the category narrow the list without scripts, and a second press takes a chip back', async ({
  browser,
  foyer,
}) => {
  const context = await browser.newContext({ baseURL: foyer.url, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto('/events');
  const chips = page.getByRole('navigation', { name: 'Narrow down' });
  await expect(chips.locator('[aria-current]')).toHaveText(['All']);
  await chips.getByRole('link', { name: 'Free', exact: true }).click();
  await expect(page).toHaveURL(/\/events\?free=true$/);
  await expect(page).toHaveTitle('Free events · Foyer');
  await expect(cards(page).getByText('Free', { exact: true })).toHaveCount(6);
  await page.getByLabel('Category').selectOption('Food');
  await page.getByRole('button', { name: 'Show these events' }).click();
  await expect(page).toHaveURL(/[?&]category=Food&/);
  await expect(page.getByLabel('Category')).toHaveValue('Food');
  await expect(chips.locator('[aria-current]')).toHaveText([/^Free/]);
  await chips.getByRole('link', { name: 'Free', exact: true }).click();
  await chips.getByRole('link', { name: 'This weekend' }).click();
  await expect(page).toHaveURL(/\/events\?category=Food&when=weekend$/);
  await chips.getByRole('link', { name: 'All', exact: true }).click();
  await expect(page).toHaveURL(/\/events\?category=Food$/);
});

test('the list by date has the day above its first event, and one press anywhere on a card opens the event', async ({
  browser,
  foyer,
}) => {
  const page = await openPageFor(browser, foyer, nobody);
  await page.goto('/events');
  const first = cards(page).first();
  const title = await first.getByRole('heading', { level: 3 }).innerText();
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText(
    /^[A-Z][a-z]+day, [A-Z][a-z]{2} \d+, \d{4}$/,
  );
  await expectAccessible(page, 'the list by date');
  await first.click({ position: { x: 60, y: 60 } });
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
});

test('the landing page shows what is free and new, with place and price, and leads to the whole list', async ({
  browser,
  foyer,
}) => {
  const page = await openPageFor(browser, foyer, nobody);
  await page.goto('/');
  const free = page.getByRole('region', { name: 'Free to come' });
  await expect(free.getByRole('article')).toHaveCount(4);
  await expect(free.getByRole('article').first()).toContainText('Free');
  // Not by their titles, because the dates of a series share one.
  const links = await cards(page).getByRole('link').all();
  const shown = await Promise.all(links.map((link) => link.getAttribute('href')));
  expect(new Set(shown).size).toBe(shown.length);
  await expectAccessible(page, 'the landing page');
  await free.getByRole('link', { name: 'All free events' }).click();
  await expect(page).toHaveURL(/\/events\?free=true$/);
});

test('the calendar shows a month without scripts, and each of its events is a link', async ({
  browser,
  foyer,
}) => {
  const context = await browser.newContext({ baseURL: foyer.url, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto('/events?free=true');
  await page.getByRole('link', { name: 'Show as a calendar' }).click();
  await expect(page).toHaveURL(/\/events\/calendar\?free=true$/);
  await expect(page.getByRole('link', { name: /^Previous month/ })).toHaveCount(0);
  await page.getByRole('link', { name: /^Next month/ }).click();
  await expect(page).toHaveURL(/\/events\/calendar\?month=2\d{3}-\d\d&free=true$/);
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText(
    /^Free · [A-Z][a-z]+ \d{4}$/,
  );
  const days = page.getByRole('main').getByRole('heading', { level: 3 });
  await expect(days.first()).toHaveText(/^[A-Z][a-z]+day, [A-Z][a-z]+ 1, \d{4}1$/);
  await page.setViewportSize({ width: 360, height: 800 });
  await page
    .getByRole('main')
    .getByRole('link', { name: /^\d+:\d\d [AP]M/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/events\/\d+-/);
});

test('chips narrow the calendar without scripts, and a second press takes a chip back', async ({
  browser,
  foyer,
}) => {
  const context = await browser.newContext({
    baseURL: foyer.url,
    javaScriptEnabled: false,
    viewport: { width: 320, height: 700 },
  });
  const page = await context.newPage();
  await page.goto('/events/calendar');
  const chips = page.getByRole('navigation', { name: 'Narrow down' });
  const chosen = chips.locator('[aria-current]');
  const heading = page.getByRole('main').getByRole('heading', { level: 2 });
  const subscribe = page.getByRole('link', { name: 'Subscribe in your calendar' });
  await expect(chosen).toHaveText(['All']);
  await chips.getByRole('link', { name: 'Education' }).click();
  await expect(page).toHaveURL(/\/events\/calendar\?category=Education$/);
  await expect(chosen).toHaveText([/^Education/]);
  await expect(chosen).toBeInViewport();
  await expect(heading).toHaveText(/^Education · /);
  await expect(subscribe).toHaveAttribute('href', /\/feeds\/categories\/\d+\.ics$/);
  await chips.getByRole('link', { name: 'Free' }).click();
  await expect(chosen).toHaveText([/^Free/, /^Education/]);
  await chips.getByRole('link', { name: 'Education' }).click();
  await expect(page).toHaveURL(/\/events\/calendar\?free=true$/);
  await expect(chosen).toHaveText([/^Free/]);
  await chips.getByRole('link', { name: 'All', exact: true }).click();
  await expect(page).toHaveURL(/\/events\/calendar$/);
});
