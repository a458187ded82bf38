import { expect, type Page } from '@playwright/test';
import { readClipboard } from '../clipboard.ts';
import { test } from '../foyer-test.ts';
import { expectAccessible } from '../page-checks.ts';
import type { Foyer } from '../server.ts';
import {
  call,
  createUser,
  logInDemoUser,
  openPageFor,
  openPageInNewContext,
  publishEventBy,
  type User,
} from '../users.ts';
import { field, fillIn, heading } from './event-forms.ts';

const phone = { viewport: { width: 360, height: 780 }, hasTouch: true } as const;

interface ListedType {
  name: string;
  price: number;
  quantity: number | null;
  visibility: string;
}

interface PastEvent {
  id: number;
  status: string;
  is_past: boolean;
  attendee_count: number;
}

interface Turnout {
  sold: number;
  admitted: number;
}

const typeCard = (page: Page, name: string) =>
  page
    .getByRole('list', { name: 'Ticket types' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { level: 3, name, exact: true }) });

async function fillType(page: Page, number: number, type: { name: string; price: string; quantity: string }) {
  const card = page.getByRole('list', { name: 'Ticket types' }).getByRole('listitem').nth(number);
  await card.getByLabel('Name').fill(type.name);
  await card.getByLabel('Price').fill(type.price);
  await card.getByLabel('Quantity').fill(type.quantity);
}

async function listTypes(foyer: Foyer, organiser: User, title: string) {
  const { events } = await call<{ events: { id: number }[] }>(foyer, `GET /events?q=${title}`, null);
  const address = `GET /events/${events[0]?.id ?? 0}/ticket-types`;
  return (await call<{ ticket_types: ListedType[] }>(foyer, address, organiser)).ticket_types;
}

test('a new ticket type shows no error until its name was left empty', async ({ browser, foyer }) => {
  const organiser = await createUser(foyer, 'tim', 'Blanks of');
  const page = await openPageInNewContext(browser, foyer, organiser, phone);
  await page.goto('/events/create');
  const add = page.getByRole('button', { name: 'Add another ticket type' });
  await add.click();
  await expect(typeCard(page, 'Ticket type 2').getByLabel('Name')).toBeFocused();
  await add.click();
  const [second, third] = [typeCard(page, 'Ticket type 2'), typeCard(page, 'Ticket type 3')];
  await expect(third.getByLabel('Name')).toBeFocused();
  await third.getByLabel('Name').press('Tab');
  await expect(third.getByText('Name is required')).toBeVisible();
  await expect(second.getByText('Name is required')).toHaveCount(0);
});

test('an organiser sets up an event with three ticket types on a phone', async ({ browser, foyer }) => {
  const organiser = await createUser(foyer, 'tess', 'Types of');
  const title = `Three kinds ${organiser.username}`;
  const page = await openPageInNewContext(browser, foyer, organiser, phone);
  await page.goto('/events/create');
  await fillIn(page, title);
  await field(page, 'Price').fill('12');
  await field(page, 'Max Attendees').fill('50');
  const add = page.getByRole('button', { name: 'Add another ticket type' });
  await add.click();
  await expect(typeCard(page, 'Ticket type 2').getByLabel('Name')).toBeFocused();
  await expect(typeCard(page, 'General admission').getByLabel('Price')).toHaveValue('12');
  await fillType(page, 0, { name: 'Adult', price: '12', quantity: '40' });
  await fillType(page, 1, { name: 'Child', price: '6', quantity: '20' });
  await expect(page.getByText('Your ticket types add up to 60 tickets')).toBeVisible();
  await add.click();
  await fillType(page, 2, { name: 'Child', price: '3.50', quantity: '5' });
  await page.getByText('Publish Now').click();
  await page.getByRole('button', { name: 'Create Event' }).click();
  const third = page.getByRole('list', { name: 'Ticket types' }).getByRole('listitem').nth(2);
  await expect(third.getByLabel('Name')).toHaveAccessibleDescription('Another ticket type has this name');
  await third.getByLabel('Name').fill('Friends');
  await third.getByRole('button', { name: 'More settings of Friends' }).click();
  await third.getByLabel('Hidden').check();
  await third.getByLabel('Sales end').fill('2999-01-01T12:00');
  await expect(third.getByLabel('Sales end')).toHaveAccessibleDescription(/Sales end when the event starts/);
  await third.getByLabel('Sales end').fill('');
  const up = page.getByRole('button', { name: 'Move Friends up' });
  await up.press('Enter');
  await expect(up).toBeFocused();
  await up.press('Enter');
  await expect(page.getByRole('button', { name: 'Move Friends down' })).toBeFocused();
  await expect(page.getByText('Friends is now 1 of 3.')).toBeAttached();
  await expectAccessible(page, 'an event form with three ticket types');
  await page.getByRole('button', { name: 'Create Event' }).click();
  await expect(page.getByText('Event created successfully')).toBeVisible();
  await page.getByRole('link', { name: 'View event' }).click();
  await expect(heading(page, title)).toBeVisible();

  await page.goto('/dashboard');
  await page.getByRole('link', { name: `Edit: ${title}` }).click();
  await expect(page.getByRole('list', { name: 'Ticket types' }).getByRole('heading')).toHaveText([
    'Friends',
    'Adult',
    'Child',
  ]);
  await page.getByRole('button', { name: 'Delete Child' }).click();
  const question = page.getByRole('alertdialog', { name: 'Delete Child?' });
  await expectAccessible(page, 'the question before deleting a ticket type');
  await question.getByRole('button', { name: 'Delete ticket type' }).click();
  await expect(typeCard(page, 'Adult').getByLabel('Name')).toBeFocused();
  await typeCard(page, 'Adult').getByLabel('Price').fill('14');
  await page.getByRole('button', { name: 'Update Event' }).click();
  await expect(page.getByText('Event updated successfully')).toBeVisible();
  expect(await listTypes(foyer, organiser, title)).toMatchObject([
    { name: 'Friends', price: 3.5, quantity: 5, visibility: 'hidden' },
    { name: 'Adult', price: 14, quantity: 40, visibility: 'public' },
  ]);
});

test('an organiser creates, shares, changes and ends a promo code on a phone', async ({ browser, foyer }) => {
  const organiser = await createUser(foyer, 'cody', 'Codes of');
  const id = await publishEventBy(foyer, organiser, { title: `Codes ${organiser.username}`, price: 12 });
  const page = await openPageInNewContext(browser, foyer, organiser, {
    ...phone,
    permissions: ['clipboard-write'],
  });
  await page.goto('/dashboard');
  await page.getByRole('link', { name: /^Sales/ }).click();
  await expect(heading(page, 'Sales')).toBeVisible();
  const tabs = page.getByRole('navigation', { name: 'This event' });
  await expect(tabs.getByRole('link', { name: 'Sales' })).toBeInViewport({ ratio: 0.9 });
  await expect(page.getByText('No promo codes yet')).toBeVisible();
  await expectAccessible(page, 'the sales of an event without promo codes');
  await page.getByRole('button', { name: 'Create promo code' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create Promo Code' });
  await dialog.getByRole('button', { name: 'Create Code' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Code' })).toBeFocused();
  await expect(dialog.getByRole('textbox', { name: 'Code' })).toHaveAccessibleDescription(/Code is required/);
  await dialog.getByRole('textbox', { name: 'Code' }).fill('early 20');
  await dialog.getByLabel('Percent').last().fill('20');
  await dialog.getByRole('button', { name: 'Create Code' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Code' })).toHaveAccessibleDescription(
    /Code must have 3 to 40 letters/,
  );
  await dialog.getByRole('textbox', { name: 'Code' }).fill('early20');
  await dialog.getByLabel('Uses in total').fill('50');
  await expectAccessible(page, 'the form of a promo code');
  await dialog.getByRole('button', { name: 'Create Code' }).click();
  await expect(page.getByText('EARLY20 is ready to share')).toBeVisible();
  const code = page.getByRole('list', { name: 'Promo codes' }).getByRole('listitem');
  await expect(code).toContainText('20% off');
  await expect(code).toContainText('0 of 50 uses');
  await expect(code).toContainText('£0.00');

  await code.getByRole('button', { name: 'Copy link with EARLY20' }).click();
  await expect(page.getByText('Link copied')).toBeVisible();
  expect(await readClipboard(page)).toMatch(
    new RegExp(`^${foyer.url}/events/${id}-[a-z0-9-]+\\?code=EARLY20$`),
  );
  await code.getByRole('button', { name: 'Edit EARLY20' }).click();
  const editing = page.getByRole('dialog', { name: 'Edit EARLY20' });
  await editing.getByText('Amount off each order').click();
  await editing.getByLabel('Amount').last().fill('2.50');
  await editing.getByRole('button', { name: 'Save Changes' }).click();
  await expect(code).toContainText('£2.50 off each order');
  await code.getByRole('button', { name: 'End: EARLY20' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'End code' }).click();
  await expect(code).toContainText('Ended');
  await code.getByRole('button', { name: 'Open again: EARLY20' }).click();
  await expect(code).toContainText('Active');
  await expectAccessible(page, 'the sales of an event with a promo code');
});

test('an organiser stops the sales of one ticket type, then the sales of all ticket types, and then resumes all sales', async ({
  browser,
  foyer,
}) => {
  const organiser = await createUser(foyer, 'stan', 'Stops of');
  const id = await publishEventBy(foyer, organiser, { title: `Stops ${organiser.username}`, price: 12 });
  await call(foyer, `POST /events/${id}/ticket-types`, organiser, { name: 'Child', price: 4, quantity: 9 });
  const page = await openPageFor(browser, foyer, organiser, { colorScheme: 'dark' });
  await page.goto(`/events/${id}`);
  await page.getByRole('link', { name: 'Sales' }).click();
  await expect(page.getByRole('region', { name: 'What is sold' })).toContainText('£0.00');
  const child = page.getByRole('switch', { name: 'Child' });
  const row = page.getByRole('listitem').filter({ has: child });
  await expect(row).toContainText('£4.00, 0 of 9 sold');
  await child.click();
  await expect(row).toContainText('Stopped');
  await expect(child).not.toBeChecked();
  await page.getByRole('button', { name: 'Stop all sales' }).click();
  await expect(page.getByRole('switch', { name: 'General admission' })).not.toBeChecked();
  await expectAccessible(page, 'sales that are stopped');
  const list = await page.context().newPage();
  const card = list.getByRole('article').filter({ has: list.getByRole('link', { name: /^Stops/ }) });
  for (const address of [`/events?q=${organiser.username}`, '/dashboard']) {
    await list.goto(address);
    await expect(card.getByText('Sales are paused').first()).toBeVisible();
    await expect(card).not.toContainText('left');
  }
  await list.close();
  await page.getByRole('button', { name: 'Resume all sales' }).click();
  await expect(child).toBeChecked();
  await expect(row).toContainText('On sale');
});

test('the sales page of a cancelled event shows what is sold, and no days to go', async ({
  browser,
  foyer,
}) => {
  const organiser = await createUser(foyer, 'cleo', 'Cancels of');
  const id = await publishEventBy(foyer, organiser, { title: `Off ${organiser.username}` });
  const page = await openPageFor(browser, foyer, organiser);
  const figures = page.getByRole('region', { name: 'What is sold' });
  await page.goto(`/events/${id}/sales`);
  await expect(figures).toContainText('to go');
  await call(foyer, `PATCH /events/${id}`, organiser, { status: 'cancelled' });
  await page.reload();
  await expect(figures).toContainText('sold');
  await expect(figures).not.toContainText('to go');
});

test('the sales page of a past event shows what was sold, and how many came', async ({ browser, foyer }) => {
  // Events can only be published before they start, so this is one of the demo world.
  const organiser = await logInDemoUser(foyer, 'teamadmin');
  const { user } = await call<{ user: { teams: { team_id: number }[] } }>(
    foyer,
    `GET /users/${organiser.id}`,
    organiser,
  );
  const team = user.teams[0]?.team_id;
  const { events } = await call<{ events: PastEvent[] }>(foyer, `GET /events/team/${team}`, organiser);
  const past = events.find(({ is_past, status, attendee_count }) => {
    return is_past && status === 'published' && attendee_count > 0;
  });
  const id = past?.id ?? 0;
  const { figures } = await call<{ figures: Turnout }>(foyer, `GET /events/${id}/figures`, organiser);
  expect(figures.admitted).toBeGreaterThan(0);
  const page = await openPageFor(browser, foyer, organiser);
  await page.goto(`/events/${id}/sales`);
  await expect(page.getByText('Nothing is sold any more.')).toBeVisible();
  const shown = page.getByRole('region', { name: 'What is sold' });
  await expect(shown).toContainText(`of ${figures.sold} checked in${figures.admitted}`);
  await expect(shown).not.toContainText('to go');
});

test('the sales page refuses people who cannot edit the event', async ({ browser, foyer }) => {
  const organiser = await createUser(foyer, 'ann', 'Not for all');
  const id = await publishEventBy(foyer, organiser, { title: `Ours ${organiser.username}` });
  const page = await openPageFor(browser, foyer, await createUser(foyer, 'oz', 'Others of'));
  await page.goto(`/events/${id}/sales`);
  await expect(heading(page, 'Permission Denied')).toBeVisible();
});
