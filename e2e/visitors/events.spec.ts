import { expect, type Locator, type Page } from '@playwright/test';
import { test } from '../foyer-test.ts';
import { buyTicket, createUser, nobody, openPageFor, publishEventBy, register, type User } from '../users.ts';
import type { Foyer } from '../server.ts';
import { expectAccessible, failOnPageErrors } from '../page-checks.ts';
import { skipTimeUntil } from '../page-clock.ts';
import { choose, publishTypes } from '../attendees/sales.ts';

const cards = (page: Page) => page.getByRole('main').getByRole('article');

test('the events list keeps page, sort order and filters in the web address, and Back restores the scroll position', async ({
  page,
}) => {
  failOnPageErrors(page);
  await page.goto('/events?category=All&sort_by=start_time&order=asc&page=1&perPage=6');
  await expect(page).toHaveURL(/\/events$/);
  await expect(page.getByText(/^Showing 1 to 6 of \d+ events$/)).toBeVisible();
  await expect(cards(page)).toHaveCount(6);
  await page.getByRole('link', { name: 'Page 2', exact: true }).click();
  await expect(page).toHaveURL(/\/events\?page=2$/);
  await expect(page.getByText(/^Showing 7 to 12 of \d+ events$/)).toBeVisible();
  const pages = page.getByRole('navigation', { name: 'Pages' });
  await expect(pages.locator('[aria-current]')).toHaveText(['Page 2']);
  await page.getByLabel('Sort by').selectOption('Price (High to Low)');
  await expect(page).toHaveURL(/\/events\?sort_by=price&order=desc$/);
  await expect(cards(page).first().getByText('£48.00')).toBeVisible();
  await page.getByLabel('Per page').selectOption('12');
  await expect(page).toHaveURL(/\/events\?sort_by=price&order=desc&perPage=12$/);
  await expect(cards(page)).toHaveCount(12);

  const last = cards(page).last();
  const title = await last.getByRole('heading').innerText();
  const details = last.getByRole('link', { name: /^Details/ });
  await details.scrollIntoViewIfNeeded();
  const position = await page.evaluate<number>('scrollY');
  expect(position).toBeGreaterThan(500);
  await details.click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeFocused();
  await expect.poll(() => page.evaluate('scrollY')).toBe(0);
  await expect(page.getByRole('link', { name: 'Back to Events' })).toHaveAttribute(
    'href',
    '/events?sort_by=price&order=desc&perPage=12',
  );
  await page.goBack();
  await expect(cards(page)).toHaveCount(12);
  await expect.poll(() => page.evaluate('Math.round(scrollY)')).toBe(Math.round(position));
  await page.goForward();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await page.goBack();
  await page.goBack();
  await expect(page).toHaveURL(/\/events\?sort_by=price&order=desc$/);
  await expect(page.getByLabel('Per page')).toHaveValue('6');
  await page.getByLabel('Category').selectOption('Music');
  await expect(page).toHaveURL(/\/events\?category=Music&sort_by=price&order=desc$/);
  await expect(cards(page).filter({ hasNot: page.getByText('Music') })).toHaveCount(0);
  expect(await cards(page).count()).toBeGreaterThan(0);
});

test('a visitor who has chosen tickets goes back to the search', async ({ page, foyer }) => {
  const organiser = await createUser(foyer, 'bea', 'Backs of');
  const title = `Silent ${organiser.username}`;
  await publishTypes(foyer, organiser, title, [
    { name: 'Adult', price: 0 },
    { name: 'Child', price: 0 },
  ]);
  await page.goto(`/events?q=${organiser.username}`);
  await page.getByRole('link', { name: `Details: ${title}` }).click();
  await choose(page, 'Adult', 2);
  await expect(page).toHaveURL(/tickets=/);
  await expect(page.getByRole('link', { name: 'Back to Events' })).toHaveAttribute(
    'href',
    `/events?q=${organiser.username}`,
  );
});

test('a visitor who continues as a guest goes back to the search', async ({ page, foyer }) => {
  const organiser = await createUser(foyer, 'bea', 'Guests of');
  const title = `Guest ${organiser.username}`;
  await publishEventBy(foyer, organiser, { title });
  await page.goto(`/events?q=${organiser.username}`, { waitUntil: 'networkidle' });
  await page.getByRole('link', { name: `Details: ${title}` }).click();
  await page.getByRole('link', { name: 'Continue as guest' }).click();
  await expect(page).toHaveURL(/tickets=/);
  await expect(page.getByRole('link', { name: 'Back to Events' })).toHaveAttribute(
    'href',
    `/events?q=${organiser.username}`,
  );
});

test('a visitor who presses a link while a search is waiting gets to the page of the link', async ({
  page,
}) => {
  failOnPageErrors(page);
  const pressed = Promise.withResolvers<void>();
  await page.route(/\/api\/events\/\d+/, async (route) => {
    await pressed.promise;
    await route.continue();
  });
  await page.clock.install();
  await page.goto('/events', { waitUntil: 'networkidle' });
  // Stop the clock of the page, so that the search waits until the link was pressed.
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.getByLabel('Search events').fill('LIDO');
  await cards(page)
    .getByRole('link', { name: /^Details: / })
    .first()
    .click();
  await page.clock.runFor(400);
  pressed.resolve();
  await page.clock.resume();
  await expect(page.getByRole('link', { name: 'Back to Events' })).toBeVisible();
  await expect(page).toHaveURL(/\/events\/\d+-[a-z0-9-]+$/);
});

test('the events list shows one error while the server is unreachable, and recovers by itself', async ({
  page,
}) => {
  await page.clock.install();
  await page.goto('/events', { waitUntil: 'networkidle' });
  await page.route('**/api/**', (route) => route.abort());
  await page.getByLabel('Sort by').selectOption('Location');
  const failure = page.getByRole('alert').filter({ hasText: 'Error' });
  await skipTimeUntil(page, failure);
  await expect(failure).toContainText('Foyer cannot be reached. Check your connection and try again.');
  await expect(failure.getByRole('button', { name: 'Try Again' })).toBeVisible();
  await expectAccessible(page, 'the list while the server is away');
  await page.unroute('**/api/**');
  await skipTimeUntil(page, cards(page));
  await expect(cards(page)).toHaveCount(6);
  await expect(failure).toBeHidden();

  const none = { status: 'success', events: [], total_events: 0, total_pages: 0 };
  await page.route('**/api/events?**', (route) => route.fulfill({ json: none }));
  await page.getByLabel('Category').selectOption('Health');
  await expect(page.getByText('No events found')).toBeVisible();
  await expect(page.getByText('Try changing your filters or check back later')).toBeVisible();
});

interface EventsInEachState {
  word: string;
  member: User;
}

/** Publishes one event for each state that a signed-in user can see in the list. */
async function createEventsInEachState(foyer: Foyer): Promise<EventsInEachState> {
  const organiser = await createUser(foyer, 'cora', 'Cards of');
  const member = await createUser(foyer, 'mona');
  const other = await createUser(foyer, 'otis');
  const word = organiser.username;
  const publish = (title: string, price = 0, seats = 20) =>
    publishEventBy(foyer, organiser, { title: `${title} ${word}`, price, seats });
  await publish('Free');
  await register(foyer, member, await publish('Joined'));
  await register(foyer, other, await publish('Full', 0, 1));
  await publish('Paid', 12.5);
  await register(foyer, member, await publish('Held', 12.5, 1));
  await buyTicket(foyer, member, await publish('Bought', 12.5));
  return { word, member };
}

const states = [
  ['Free', 'Register', 'open'],
  ['Joined', 'Registered', 'closed'],
  ['Full', 'Sold Out', 'closed'],
  ['Paid', 'Buy Ticket', 'open'],
  ['Held', 'Complete Purchase', 'open'],
  ['Bought', 'Ticket Purchased', 'closed'],
] as const;

const measure = (locator: Locator) =>
  locator.evaluateAll((elements) =>
    elements.map((element) => {
      // The browser's types are not loaded in this file, so the needed method is described here.
      const { x, y, width, height } = (
        element as unknown as { getBoundingClientRect(): Record<'x' | 'y' | 'width' | 'height', number> }
      ).getBoundingClientRect();
      return [x, y, width, height].map(Math.round);
    }),
  );

/** Waits two frames, because the browser applies the styles of another width in the frame after the resize. */
async function measureAt(page: Page, parts: Locator, width: number): Promise<number[][]> {
  await page.setViewportSize({ width, height: 900 });
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
  return measure(parts);
}

test('event cards show whether the user is registered, and do not move when this information arrives late', async ({
  browser,
  foyer,
}) => {
  const { word, member } = await createEventsInEachState(foyer);
  // Close the notice about slow first visits, because it would appear during the slow call and move the page.
  const stored = [...member.stored, { name: 'coldStartNotice', value: 'closed' }];
  const page = await openPageFor(browser, foyer, { stored }, { viewport: { width: 1024, height: 900 } });
  const calls: string[] = [];
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/api/users/*/registrations', async (route) => {
    calls.push(route.request().url());
    await released;
    await route.continue();
  });
  await page.goto(`/events?q=${word}&sort_by=title`);
  await expect(page.getByText('Found 6 matching events')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Checking...' })).toHaveCount(6);
  await expect(page.getByRole('button', { name: 'Checking...' }).first()).toBeDisabled();
  await page.evaluate('document.fonts.ready');
  const parts = cards(page).locator('button, a, dl, h2');
  const before: Record<number, number[][]> = {};
  const widths = [320, 700, 1280, 1024];
  for (const width of widths) before[width] = await measureAt(page, parts, width);
  release();
  await expect(page.getByRole('button', { name: 'Checking...' })).toHaveCount(0);
  for (const width of widths)
    expect(await measureAt(page, parts, width), `at ${width} pixels`).toEqual(before[width]);
  expect(calls).toHaveLength(1);
  for (const [title, label, state] of states) {
    const card = cards(page).filter({ has: page.getByRole('heading', { name: `${title} ${word}` }) });
    const button = card.getByRole('button');
    await expect(button).toHaveText(label);
    if (state === 'open') await expect(button).toBeEnabled();
    else await expect(button).toBeDisabled();
  }
  const full = cards(page).filter({ has: page.getByRole('heading', { name: `Full ${word}` }) });
  await expect(full).toContainText('Sold out');
  await expect(full).toContainText('1 attendee');
  await expect(full).toContainText('May 1, 2031, 7:00 PM');
  await expectAccessible(page, 'cards in every state');

  const visitor = await openPageFor(browser, foyer, nobody);
  await visitor.goto(`/events?q=${word}`);
  await expect(cards(visitor)).toHaveCount(6);
  await expect(cards(visitor).getByRole('button')).toHaveCount(0);
  await expect(cards(visitor).getByText('Sold out', { exact: true })).toHaveCount(1);
  await expect(cards(visitor).getByText('All reserved', { exact: true })).toHaveCount(1);
});

test('pressing Register twice registers the user only once', async ({ browser, foyer }) => {
  const organiser = await createUser(foyer, 'dora', 'Doubles of');
  const title = `Twice ${organiser.username}`;
  await publishEventBy(foyer, organiser, { title, seats: 1 });
  const member = await createUser(foyer, 'dan');
  const page = await openPageFor(browser, foyer, member);
  let sent = 0;
  await page.route('**/api/events/*/register', async (route) => {
    sent += 1;
    await expect(page.getByRole('button', { name: 'Registering...' })).toBeVisible();
    await route.continue();
  });
  await page.goto(`/events?q=${organiser.username}`);
  await page.getByRole('button', { name: 'Register', exact: true }).dblclick();
  const button = page.getByRole('button', { name: 'Registered' });
  await expect(button).toBeDisabled();
  await expect(button).toBeFocused();
  expect(sent).toBe(1);
  await expect(cards(page)).toContainText('1 attendee');
  await expect(cards(page)).toContainText('Sold out');
  await page.goto('/profile');
  await page.getByRole('tab', { name: 'List View' }).click();
  await expect(page.getByRole('button', { name: `Actions for ${title}` })).toHaveCount(1);
});
