import { expect, type Page } from '@playwright/test';
import { openAccountMenu } from '../account-menu.ts';
import { readClipboard } from '../clipboard.ts';
import { test } from '../foyer-test.ts';
import { expectAccessible } from '../page-checks.ts';
import { call, createUser, openPageFor, publishEventBy } from '../users.ts';
import { field, fillIn } from './event-forms.ts';

/** Closes the tab without an answer to its question, and opens the form in another. */
async function reopen(page: Page, path: string): Promise<Page> {
  const context = page.context();
  const next = await context.newPage();
  await page.close();
  await next.goto(path);
  return next;
}

test('what was typed survives a closed tab, until the user discards it, saves it or logs out', async ({
  browser,
  foyer,
}) => {
  const organiser = await createUser(foyer, 'kit', 'Kites of');
  let page = await openPageFor(browser, foyer, organiser);
  await page.goto('/events/create');
  await fillIn(page, 'Half a ti');
  page = await reopen(page, '/events/create');
  const offer = () =>
    page.getByText(/^We kept what you typed on \w+, \w{3} \d+, \d{4}, [\d:]+ [AP]M: “Half a ti”\./);
  await expect(offer()).toBeVisible();
  await expect(field(page, 'Title')).toHaveValue('');
  await expectAccessible(page, 'the offer of a kept draft');
  await page.getByRole('button', { name: 'Bring it back' }).click();
  await expect(field(page, 'Title')).toHaveValue('Half a ti');
  await expect(field(page, 'Start Time')).toHaveValue('2031-05-01T19:00');
  await expect(offer()).toHaveCount(0);
  page = await reopen(page, '/events/create');
  await page.getByRole('main').getByRole('button', { name: 'Discard' }).click();
  await expect(offer()).toHaveCount(0);
  page = await reopen(page, '/events/create');
  await expect(field(page, 'Title')).toBeVisible();
  await expect(offer()).toHaveCount(0);

  await fillIn(page, `Kites ${organiser.username}`);
  await page.getByRole('button', { name: 'Create Event' }).click();
  await expect(page.getByText('Event created successfully')).toBeVisible();
  page = await reopen(page, '/events/create');
  await field(page, 'Title').fill('Not for the next user');
  await expect(offer()).toHaveCount(0);
  page = await reopen(page, '/profile');
  await (await openAccountMenu(page)).getByRole('menuitem', { name: 'Logout' }).click();
  await expect
    .poll(() => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('draft:'))))
    .toEqual([]);
});

test('two tabs with a new event keep a draft each', async ({ browser, foyer }) => {
  const organiser = await createUser(foyer, 'kim', 'Kilns of');
  const first = await openPageFor(browser, foyer, organiser);
  await first.goto('/events/create');
  await fillIn(first, 'First event');
  const second = await first.context().newPage();
  await second.goto('/events/create');
  await fillIn(second, `Second event ${organiser.username}`);
  await expect(second.getByText('We kept what you typed')).toHaveCount(0);
  await second.getByRole('button', { name: 'Create Event' }).click();
  await expect(second.getByText('Event created successfully')).toBeVisible();
  const next = await reopen(first, '/events/create');
  await next.getByRole('button', { name: 'Bring it back' }).click();
  await expect(field(next, 'Title')).toHaveValue('First event');
});

test('a kept draft undoes nothing that was changed in the event since', async ({ browser, foyer }) => {
  const organiser = await createUser(foyer, 'kai', 'Kayaks of');
  const id = await publishEventBy(foyer, organiser, { title: `Kayaks ${organiser.username}` });
  let page = await openPageFor(browser, foyer, organiser);
  await page.goto(`/events/edit/${id}`);
  await field(page, 'Title').fill('Kayaks and canoes');
  await call(foyer, `PATCH /events/${id}`, organiser, { location: 'The lake' });
  page = await reopen(page, `/events/edit/${id}`);
  await expect(page.getByText('The event was changed since then')).toBeVisible();
  await page.getByRole('button', { name: 'Bring it back' }).click();
  await expect(field(page, 'Title')).toHaveValue('Kayaks and canoes');
  await expect(field(page, 'Location')).toHaveValue('The lake');
});

test('a kept draft of ticket types leaves stopped sales stopped and new ticket types on sale', async ({
  browser,
  foyer,
}) => {
  const organiser = await createUser(foyer, 'kat', 'Karaoke of');
  const id = await publishEventBy(foyer, organiser, { title: `Karaoke ${organiser.username}` });
  const types = `/events/${id}/ticket-types`;
  const add = async (name: string, price: number) => {
    const body = { name, price };
    return (await call<{ ticket_type: { id: number } }>(foyer, `POST ${types}`, organiser, body)).ticket_type
      .id;
  };
  const seated = await add('Seated', 20);
  const box = await add('Box', 40);
  let page = await openPageFor(browser, foyer, organiser);
  await page.goto(`/events/edit/${id}`);
  const list = () => page.getByRole('list', { name: 'Ticket types' }).getByRole('listitem');
  const price = (index: number) => list().nth(index).getByLabel('Price');
  await price(1).fill('21');
  await price(2).fill('41');
  await call(foyer, `PATCH ${types}/${seated}`, organiser, { paused: true });
  await call(foyer, `DELETE ${types}/${box}`, organiser);
  await add('Balcony', 30);
  page = await reopen(page, `/events/edit/${id}`);
  await expect(page.getByText('and so do stopped sales')).toBeVisible();
  await page.getByRole('button', { name: 'Bring it back' }).click();
  await expect(list()).toHaveCount(4);
  await page.getByRole('button', { name: 'Update Event' }).click();
  await expect(page.getByText('Event updated successfully')).toBeVisible();
  const { ticket_types } = await call<{ ticket_types: object[] }>(foyer, `GET ${types}`, organiser);
  expect(ticket_types).toMatchObject([
    { name: 'General admission' },
    { id: seated, price: 21, paused: true },
    { name: 'Balcony', price: 30, paused: false },
    { name: 'Box', price: 41 },
  ]);
});

test('after saving, the list offers to view the event, to share it and to invite people', async ({
  browser,
  foyer,
}) => {
  const organiser = await createUser(foyer, 'sam', 'Saunas of');
  const title = `Sauna ${organiser.username}`;
  const permissions = ['clipboard-write'];
  const page = await openPageFor(browser, foyer, organiser, { permissions });
  await page.goto('/events/create');
  await fillIn(page, title);
  await page.getByText('Publish Now').click();
  await page.getByRole('button', { name: 'Create Event' }).click();
  const panel = page.getByRole('region', { name: `“${title}” is published` });
  await expect(panel).toBeVisible();
  await expect(page).toHaveURL('/events');
  await expectAccessible(page, 'the list after an event was saved');
  await panel.getByRole('button', { name: 'Copy invitation' }).click();
  await expect(page.getByText('Invitation copied')).toBeVisible();
  expect(await readClipboard(page)).toContain(`You are invited: ${title}`);
  await expect(panel.getByRole('button', { name: 'Share' })).toBeVisible();
  await expect(panel.getByRole('link', { name: 'Invite guests' })).toHaveAttribute('href', /\/guest-list$/);
  await panel.getByRole('link', { name: 'View event' }).click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await page.getByRole('link', { name: 'Back to Events' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'What’s on' })).toBeVisible();
  await expect(panel).toHaveCount(0);
});

test('where the browser forbids copying, Share and Copy invitation show the text to select', async ({
  browser,
  foyer,
}) => {
  const organiser = await createUser(foyer, 'sue', 'Sledges of');
  const title = `Sledging ${organiser.username}`;
  const viewport = { width: 360, height: 740 };
  const page = await openPageFor(browser, foyer, organiser, { viewport });
  await page.goto('/events/create');
  await fillIn(page, title);
  await page.getByText('Publish Now').click();
  await page.getByRole('button', { name: 'Create Event' }).click();
  const panel = page.getByRole('region', { name: `“${title}” is published` });
  await panel.getByRole('button', { name: 'Share' }).click();
  const link = page.getByRole('dialog', { name: 'Copy this link' });
  await expect(link.getByRole('textbox')).toHaveValue(new RegExp(`^${foyer.url}/events/\\d+-sledging-`));
  await expect(link.getByRole('textbox')).toBeFocused();
  expect(await page.evaluate('String(getSelection())')).toBe(await link.getByRole('textbox').inputValue());
  await expectAccessible(page, 'a link to copy by hand');
  await link.getByRole('button', { name: 'Close' }).click();
  await expect(link).toHaveCount(0);
  await panel.getByRole('button', { name: 'Copy invitation' }).click();
  const invitation = page.getByRole('dialog', { name: 'Copy this invitation' });
  await expect(invitation.getByRole('textbox')).toHaveValue(new RegExp(`You are invited: ${title}`));
});
