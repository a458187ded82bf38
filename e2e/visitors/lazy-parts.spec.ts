import { expect } from '@playwright/test';
import { test } from '../foyer-test.ts';
import { expectAccessible } from '../page-checks.ts';
import { createUser, openPageInNewContext, publishEventBy } from '../users.ts';

test('a user reads that the form of the profile did not load, and opens the form after a reload', async ({
  browser,
  foyer,
}) => {
  const user = await createUser(foyer, 'lazy');
  // The browser logs the failure to load the code, so errors in the console do not fail this story.
  const page = await openPageInNewContext(browser, foyer, user);
  page.removeAllListeners('console');
  let isCut = true;
  await page.route(/\/profile-form-[^/]+\.js$/, (route) => (isCut ? route.abort() : route.fallback()));
  await page.goto('/profile');
  const edit = page.getByRole('button', { name: 'Edit Profile' });
  await edit.click();
  await expect(page.getByRole('alert')).toContainText('A part of this page did not load.');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your Profile');
  await expectAccessible(page, 'the message that a part of the page did not load');
  isCut = false;
  await page.getByRole('button', { name: 'Reload' }).click();
  await edit.click();
  await expect(page.getByRole('textbox', { name: 'Username' })).toBeFocused();
});

test('a message whose part of the page did not load is shown as plain text for a while', async ({
  browser,
  foyer,
}) => {
  const context = await browser.newContext({ baseURL: foyer.url, permissions: ['clipboard-write'] });
  await context.route(/\/toaster-[^/]+\.js$/, (route) => route.abort());
  const page = await context.newPage();
  const organiser = await createUser(foyer, 'lazy', 'Lazy of');
  const eventId = await publishEventBy(foyer, organiser, { title: 'A Late Message' });
  await page.clock.install();
  await page.goto(`/events/${eventId}`);
  await page.getByRole('button', { name: 'Share' }).click();
  const message = page.getByRole('alert').filter({ hasText: /link/i });
  await expect(message).toBeVisible();
  await page.clock.runFor(9000);
  await expect(message).toBeHidden();
});

for (const name of ['entry-client', 'libraries']) {
  test(`a visitor reads that the page did not load completely, and uses it after a reload: without ${name}`, async ({
    page,
  }) => {
    let isCut = true;
    await page.route(new RegExp(`/${name}-[^/]+\\.js$`), (route) =>
      isCut ? route.abort() : route.fallback(),
    );
    await page.emulateMedia({ colorScheme: 'light' });
    await page.goto('/events');
    const message = page.getByRole('alert').filter({ hasText: 'This page did not load completely.' });
    await expect(message).toBeVisible();
    await expectAccessible(page, 'the message that the scripts did not load');
    isCut = false;
    await message.getByRole('link', { name: 'Reload' }).click();
    await expect(message).toBeHidden();
    await page
      .getByRole('button', { name: /^Switch to/ })
      .first()
      .click();
    await expect(page.locator('html')).toHaveClass('dark');
  });
}

test('a user whose buttons did not load reads so once on an event, and not on each card of the list', async ({
  browser,
  foyer,
}) => {
  const organiser = await createUser(foyer, 'lazy', 'Lazy of');
  const title = `Buttons ${organiser.username}`;
  await publishEventBy(foyer, organiser, { title });
  const user = await createUser(foyer, 'lazy');
  const page = await openPageInNewContext(browser, foyer, user);
  page.removeAllListeners('console');
  await page.route(/\/event-action-button-[^/]+\.js$/, (route) => route.abort());
  const failing = page.waitForEvent('requestfailed', (request) =>
    request.url().includes('event-action-button'),
  );
  await page.goto(`/events?q=${organiser.username}`);
  await failing;
  const message = page.getByRole('alert').filter({ hasText: 'A part of this page did not load.' });
  await page.getByRole('link', { name: `Details: ${title}` }).hover();
  await expect(message).toHaveCount(0);
  await page.getByRole('link', { name: `Details: ${title}` }).click();
  await expect(message).toHaveCount(1);
});
