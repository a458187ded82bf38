import { expect, type Page } from '@playwright/test';
import { test } from '../foyer-test.ts';
import { placeOrder } from '../orders.ts';
import { createUser, openPageFor, publishEventBy } from '../users.ts';
import { publishTypes } from '../attendees/sales.ts';
import { failOnPageErrors } from '../page-checks.ts';
import { openWithoutScripts } from '../routes.ts';

const themeButton = (page: Page) => page.getByRole('button', { name: /^Switch to/ }).first();

test('what a visitor does before the scripts arrive takes effect when they have arrived', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'light' });
  const arrive = await openWithoutScripts(page, '/events');
  await page.getByRole('searchbox').fill('lamplight');
  await themeButton(page).click();
  await expect(page).toHaveURL('/events');
  arrive();
  await expect(page).toHaveURL('/events?q=lamplight');
  await expect(page.getByRole('article')).toHaveCount(1);
  await expect(page.getByRole('searchbox')).toHaveValue('lamplight');
  await expect(page.locator('html')).toHaveClass('dark');
});

test('a visitor in the dark theme gets the light theme with one press before the scripts arrive', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  const arrive = await openWithoutScripts(page, '/events');
  await themeButton(page).click();
  arrive();
  await expect(page.locator('html')).toHaveClass('');
});

test('a visitor who presses a button again and again before the scripts arrive opens the menu once', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 780 });
  const arrive = await openWithoutScripts(page, '/events');
  for (const _ of [1, 2]) await page.getByRole('button', { name: 'Open menu' }).click();
  arrive();
  await expect(page.getByRole('button', { name: 'Close menu' })).toBeVisible();
});

test('a buyer who chooses tickets before the scripts arrive gets the chosen number of each type', async ({
  page,
  foyer,
}) => {
  const organiser = await createUser(foyer, 'early', 'Early of');
  const eventId = await publishTypes(foyer, organiser, `Early ${organiser.username}`, [
    { name: 'Adult', price: 5 },
    { name: 'Child', price: 0 },
    { name: 'Student', price: 3 },
  ]);
  const arrive = await openWithoutScripts(page, `/events/${eventId}`);
  await page.getByRole('spinbutton', { name: 'Student tickets' }).fill('3');
  await page.getByRole('button', { name: 'More Adult tickets' }).click();
  await page.getByRole('button', { name: 'More Child tickets' }).click();
  await page.getByRole('button', { name: 'More Adult tickets' }).click();
  arrive();
  await expect(page.getByRole('link', { name: 'Get 6 tickets · £19.00' })).toBeVisible();
  await expect(page.getByRole('spinbutton', { name: 'Adult tickets' })).toHaveValue('2');
  await expect(page.getByRole('spinbutton', { name: 'Child tickets' })).toHaveValue('1');
});

test('a form that is sent before the scripts arrive is sent once, with all that was typed', async ({
  page,
  foyer,
}) => {
  const { username } = await createUser(foyer, 'early');
  const sent: unknown[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/auth/login')) sent.push(request.postDataJSON());
  });
  const arrive = await openWithoutScripts(page, '/auth/login');
  await page.getByLabel('Username').fill(username);
  await page.getByRole('textbox', { name: 'Password' }).fill('a wrong password');
  for (const _ of [1, 2, 3]) await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL('/auth/login');
  arrive();
  await expect(page.getByRole('alert').filter({ hasText: /./ })).toBeVisible();
  expect(sent).toEqual([{ username, password: 'a wrong password' }]);
});

test('a visitor who goes on typing while the scripts start loses nothing, and the caret stays', async ({
  page,
}) => {
  const arrive = await openWithoutScripts(page, '/events');
  const box = page.getByRole('searchbox');
  await box.pressSequentially('lampight');
  for (let step = 0; step < 4; step += 1) await box.press('ArrowLeft');
  arrive();
  await page.waitForFunction(() => !('takeEarlyEvents' in globalThis));
  await box.pressSequentially('l');
  await expect(box).toHaveValue('lamplight');
  await expect(page).toHaveURL('/events?q=lamplight');
});

test('a visitor who opened an event before the scripts arrived goes back to the search', async ({
  page,
  foyer,
}) => {
  const organiser = await createUser(foyer, 'early', 'Early of');
  const title = `Back ${organiser.username}`;
  await publishEventBy(foyer, organiser, { title });
  const arrive = await openWithoutScripts(page, `/events?q=${organiser.username}&sort_by=title`);
  await page.getByRole('link', { name: `Details: ${title}` }).click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  arrive();
  await expect(page.getByRole('link', { name: 'Back to Events' })).toHaveAttribute(
    'href',
    `/events?sort_by=title&q=${organiser.username}`,
  );
});

test('the notice about an open order moves nothing that the buyer may press while it loads', async ({
  browser,
  foyer,
}) => {
  const organiser = await createUser(foyer, 'early', 'Early of');
  const eventId = await publishTypes(foyer, organiser, `Held ${organiser.username}`, [
    { name: 'Stalls', price: 10, quantity: 1 },
    { name: 'Balcony', price: 7 },
  ]);
  const buyer = await createUser(foyer, 'early');
  await placeOrder(foyer, buyer, { eventId });
  const page = await openPageFor(browser, foyer, buyer);
  const arrive = await openWithoutScripts(page, `/events/${eventId}`);
  const controls = [
    page.getByRole('button', { name: 'More Balcony tickets' }),
    page.getByRole('link', { name: 'Get 1 ticket' }),
  ];
  for (const control of controls) await expect(control).toBeVisible();
  const readPlaces = () => Promise.all(controls.map((control) => control.boundingBox()));
  const before = await readPlaces();
  arrive();
  await expect(page.getByRole('link', { name: 'Show my order' })).toBeVisible();
  expect(await readPlaces()).toEqual(before);
});

test('a visitor who presses something while the document still arrives does not start the scripts too early', async ({
  page,
}) => {
  failOnPageErrors(page);
  // Runs as soon as the boot script has run, before the browser reads on.
  await page.addInitScript(`
    const observer = new MutationObserver(() => {
      if (!globalThis.takeEarlyEvents) return;
      observer.disconnect();
      document.dispatchEvent(new Event('keydown'));
      globalThis.early = [document.readyState, document.querySelectorAll('script[src]').length];
    });
    observer.observe(document, { childList: true, subtree: true });
  `);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/events');
  expect(await page.evaluate('early')).toEqual(['loading', 0]);
  await themeButton(page).click();
  await expect(page.locator('html')).toHaveClass('dark');
});

test('a signed-in user gets the account menu while the pictures are still loading', async ({
  browser,
  foyer,
}) => {
  const page = await openPageFor(browser, foyer, await createUser(foyer, 'early'));
  await page.route('**/uploads/**', () => {});
  // Without the last resort, after which the scripts load in any case.
  await page.addInitScript(`
    const wait = setTimeout;
    globalThis.setTimeout = (task, time, ...rest) => (time === 3000 ? 0 : wait(task, time, ...rest));
  `);
  await page.goto('/events', { waitUntil: 'domcontentloaded' });
  await expect(page.getByRole('button', { name: /^My Account/ })).toBeVisible();
});

test('a user who presses their picture while the code of the account menu arrives gets the menu', async ({
  browser,
  foyer,
}) => {
  const page = await openPageFor(browser, foyer, await createUser(foyer, 'early'));
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(/\/account-menu-[^/]+\.js$/, (route) => released.then(() => route.continue()));
  await page.goto('/events');
  const picture = page.getByRole('button', { name: /^My Account/ });
  await picture.hover();
  await page.mouse.down();
  release();
  await page.waitForLoadState('networkidle');
  await page.mouse.up();
  await expect(page.getByRole('menu')).toBeVisible();
});

test('a page that was scrolled before its scripts arrived stays where it is', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  const arrive = await openWithoutScripts(page, '/events');
  await page.evaluate('scrollTo(0, 300)');
  arrive();
  // An ordinary click would scroll to the button.
  await themeButton(page).dispatchEvent('click');
  await expect(page.locator('html')).toHaveClass('dark');
  expect(await page.evaluate('scrollY')).toBe(300);
});

test('links and the search work without scripts', async ({ browser, foyer }) => {
  const context = await browser.newContext({ baseURL: foyer.url, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto('/events');
  await page.getByLabel('Sort by').selectOption('Name (Z-A)');
  await page.getByRole('searchbox').fill('a');
  await page.getByRole('searchbox').press('Enter');
  await expect(page.getByLabel('Sort by')).toHaveValue('title-desc');
  await page.getByRole('searchbox').fill('lamplight');
  await page.getByRole('searchbox').press('Enter');
  await expect(page.getByRole('article')).toHaveCount(1);
  await page.getByRole('link', { name: 'Lamplight Market on the Square', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Lamplight Market on the Square' })).toBeVisible();
  await page.goto('/auth/login');
  await expect(page.locator('noscript')).toBeVisible();
});
