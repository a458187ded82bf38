import { expect } from '@playwright/test';
import { test } from '../foyer-test.ts';
import { expectAccessible, failOnPageErrors } from '../page-checks.ts';

test('a search calls the server once, not for each typed letter, and says how many events match', async ({
  page,
}) => {
  failOnPageErrors(page);
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    const q = searchParams.get('q');
    if (pathname === '/api/events' && q) asked.push(q);
  });
  await page.clock.install();
  await page.goto('/events?page=2', { waitUntil: 'networkidle' });
  const box = page.getByLabel('Search events');
  // Stop the clock of the page, because on a busy computer a pause in the typing would start a search.
  await page.clock.pauseAt(Date.now() + 60_000);
  for (const letter of 'LIDO') {
    await box.pressSequentially(letter);
    await page.clock.runFor(40);
  }
  await page.clock.resume();
  await expect(page.getByText(/^Found [1-9]\d* matching events?$/)).toBeVisible();
  await expect(page).toHaveURL(/\/events\?q=LIDO$/);
  expect(asked).toEqual(['LIDO']);
  await box.fill('zzzz');
  await expect(page.getByText('No events found')).toBeVisible();
  await expect(page.getByText('Try adjusting your search terms')).toBeVisible();
  await expect(page.getByText(/matching event/)).toHaveCount(0);
  await expectAccessible(page, 'a search without results');
  await page.getByRole('button', { name: 'Clear search' }).click();
  await expect(page).toHaveURL(/\/events$/);
  await expect(box).toBeFocused();
  await expect(box).toHaveValue('');
  await expect(page.getByText(/^Showing 1 to 6 of/)).toBeVisible();
  await page.goBack();
  await expect(box).toHaveValue('zzzz');
  await page.goBack();
  await expect(page).toHaveURL(/\/events\?page=2$/);
  await expect(box).toHaveValue('');
  await expect(page.getByText(/^Showing 7 to 12 of/)).toBeVisible();
});

test('the list keeps its place on a phone while a search is running', async ({ page }) => {
  failOnPageErrors(page);
  await page.setViewportSize({ width: 360, height: 740 });
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/api/events?*q=*', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto('/events');
  const calendar = page.getByRole('link', { name: 'Show as a calendar' });
  await expect(page.getByText(/^Showing 1 to/)).toBeVisible();
  await page.evaluate('document.fonts.ready');
  const place = await calendar.boundingBox();
  await page.getByLabel('Search events').fill('lido');
  await expect(page.getByText('Searching…')).toBeVisible();
  expect(await calendar.boundingBox()).toEqual(place);
  release();
  await expect(page.getByText(/^Found [1-9]\d* matching events?$/)).toBeVisible();
  expect(await calendar.boundingBox()).toEqual(place);
  await page.getByLabel('Search events').fill('zzzz');
  await expect(page.getByText('No events found')).toBeVisible();
  expect(await calendar.boundingBox()).toEqual(place);
});
