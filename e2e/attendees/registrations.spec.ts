import { expect, type Page } from '@playwright/test';
import { test } from '../foyer-test.ts';
import { call, createUser, openPageFor, publishEventBy, register } from '../users.ts';
import { placeOrder } from '../orders.ts';
import { expectAccessible } from '../page-checks.ts';
import { publishTypes } from './sales.ts';

async function cancelRegistration(page: Page, title: string) {
  await page.getByRole('button', { name: `Actions for ${title}` }).press('Enter');
  await page.getByRole('menuitem', { name: 'Cancel registration' }).press('Enter');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel registration' }).press('Enter');
}

test('a user sees registrations in a calendar and in lists, and cancels registrations', async ({
  browser,
  foyer,
}) => {
  const organiser = await createUser(foyer, 'rhea', 'Rows of');
  const member = await createUser(foyer, 'ray');
  const [first, second] = [`First ${organiser.username}`, `Second ${organiser.username}`];
  for (const title of [first, second]) {
    await register(foyer, member, await publishEventBy(foyer, organiser, { title }));
  }
  const page = await openPageFor(browser, foyer, member, { viewport: { width: 360, height: 800 } });
  await page.goto('/profile');
  const mine = page.getByRole('region', { name: 'Your Events Calendar' });
  await expect(mine.getByText('View and manage your registered events')).toBeVisible();
  await expect(mine.getByRole('tab', { name: 'Calendar View' })).toHaveAttribute('aria-selected', 'true');
  await expect(mine.getByRole('heading', { name: 'May 1, 2031' })).toBeVisible();
  await expect(mine.getByRole('article')).toHaveCount(2);
  await mine.getByRole('button', { name: /Friday, May 2, 2031/ }).click();
  await expect(mine.getByText('No events on this day')).toBeVisible();
  await mine.getByRole('button', { name: /Friday, May 2, 2031/ }).click();
  await expect(mine.getByRole('heading', { name: 'Select a date' })).toBeVisible();
  await mine.getByRole('button', { name: 'Thursday, May 1, 2031, has events of yours' }).click();
  await expect(mine.getByRole('article')).toHaveCount(2);
  await expectAccessible(page, 'the calendar of registrations');

  await mine.getByRole('tab', { name: 'List View' }).click();
  await expect(mine.getByRole('region', { name: 'Upcoming Events' }).getByRole('article')).toHaveCount(2);
  await expect(mine.getByRole('region', { name: 'Past Events' })).toContainText('No past events');
  const card = mine.getByRole('article').filter({ hasText: first });
  await expect(card).toContainText('May 1, 2031');
  await expect(card).toContainText('7:00 PM – 10:30 PM');
  await expect(card).toContainText('The Old Brewery, Mill Lane');

  const actions = mine.getByRole('button', { name: `Actions for ${first}` });
  await actions.press('Enter');
  await expect(page.getByRole('menuitem')).toHaveText([
    'View details',
    'Add to Google Calendar',
    'Download for Apple Calendar',
    'Cancel registration',
  ]);
  await expectAccessible(page, 'the menu of a registration');
  const saving = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Download for Apple Calendar' }).press('Enter');
  expect((await saving).suggestedFilename()).toBe(`${first}.ics`);

  await page.route('**/cancel', (route) => route.fulfill({ status: 409, json: {} }));
  await cancelRegistration(page, first);
  await expect(page.getByText('Failed to cancel registration')).toBeVisible();
  await page.unroute('**/cancel');
  await cancelRegistration(page, first);
  await expect(page.getByText('Registration canceled successfully')).toBeVisible();
  await expect(mine.getByRole('article')).toHaveCount(1);
  await expect(mine.getByRole('heading', { name: 'Your Events Calendar' })).toBeFocused();
  await cancelRegistration(page, second);
  await expect(mine.getByText('You have no registered events')).toBeVisible();
});

test('the menu of a registration says why the registration cannot be cancelled', async ({
  browser,
  foyer,
}) => {
  const organiser = await createUser(foyer, 'uma', 'Doors of');
  const guest = await createUser(foyer, 'udo');
  const [used, over] = [`Used ${organiser.username}`, `Over ${organiser.username}`];
  const usedId = await publishEventBy(foyer, organiser, { title: used, startsIn: 60_000 });
  const overId = await publishEventBy(foyer, organiser, { title: over, startsIn: 60_000 });
  for (const id of [usedId, overId]) await register(foyer, guest, id);
  const { tickets } = await call<{ tickets: { id: number }[] }>(
    foyer,
    `GET /tickets/event/${usedId}`,
    organiser,
  );
  await call(foyer, `POST /tickets/use/${tickets[0]?.id}`, organiser);
  await call(foyer, `PATCH /events/${overId}`, organiser, {
    start_time: '2020-05-01T18:00:00.000Z',
    end_time: '2020-05-01T21:30:00.000Z',
  });
  const page = await openPageFor(browser, foyer, guest);
  await page.goto('/profile');
  await page.getByRole('tab', { name: 'List View' }).click();
  for (const [title, reason] of [
    [used, 'The ticket has been used.'],
    [over, 'The event is over.'],
  ] as const) {
    await page.getByRole('button', { name: `Actions for ${title}` }).press('Enter');
    const cancel = page.getByRole('menuitem', { name: 'Cancel registration' });
    await expect(cancel).toBeDisabled();
    await expect(cancel).toContainText(reason);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menu')).toHaveCount(0);
  }
});

test('the profile leads to the page of an order, where its tickets can be cancelled', async ({
  browser,
  foyer,
}) => {
  const organiser = await createUser(foyer, 'rolf', 'Orders of');
  const title = `Ordered ${organiser.username}`;
  const eventId = await publishTypes(foyer, organiser, title, [{ name: 'Adult', price: 0 }]);
  const buyer = await createUser(foyer, 'rita');
  await placeOrder(foyer, buyer, { eventId });
  const page = await openPageFor(browser, foyer, buyer);
  await page.goto('/profile');
  await page.getByRole('button', { name: `Actions for ${title}` }).press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Cancel registration' })).toHaveCount(0);
  await expectAccessible(page, 'the menu of an ordered ticket');
  await page.getByRole('menuitem', { name: 'View order' }).press('Enter');
  await expect(page.getByRole('button', { name: /^Cancel/ }).first()).toBeVisible();
});

test('the profile says when registrations cannot be loaded, and loads them after Try Again is pressed', async ({
  browser,
  foyer,
}) => {
  const page = await openPageFor(browser, foyer, await createUser(foyer, 'rex'));
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/api/users/*/registrations', async (route) => {
    await released;
    await route.fulfill({ status: 409, json: {} });
  });
  await page.goto('/profile');
  await expect(page.getByText('Loading events...')).toBeVisible();
  release();
  await expect(page.getByText('Failed to load your registered events')).toBeVisible();
  await page.unroute('**/api/users/*/registrations');
  await page
    .getByRole('alert')
    .filter({ hasText: 'Failed to load your registered events' })
    .getByRole('button', { name: 'Try Again' })
    .click();
  await expect(page.getByText('You have no registered events')).toBeVisible();
});

test('the button Buy Ticket opens the order that the buyer has just placed on another device', async ({
  browser,
  foyer,
}) => {
  const organiser = await createUser(foyer, 'otis', 'Doubles of');
  const eventId = await publishTypes(foyer, organiser, `Twice ${organiser.username}`, [
    { name: 'Adult', price: 9 },
  ]);
  const buyer = await createUser(foyer, 'orla');
  const page = await openPageFor(browser, foyer, buyer);
  await page.goto(`/events/${eventId}`);
  const buy = page.getByRole('button', { name: 'Buy Ticket' });
  await expect(buy).toBeEnabled();
  const order = await placeOrder(foyer, buyer, { eventId, quantity: 2 });
  await buy.click();
  await expect(page).toHaveURL(new RegExp(`/orders/${order.number}$`));
  await page.goto(`/events?q=Twice ${organiser.username}`);
  await expect(page.getByRole('link', { name: 'Complete Purchase' })).toHaveAttribute(
    'href',
    `/orders/${order.number}`,
  );
});
