import { type Browser, expect, type Page } from '@playwright/test';
import { readClipboard } from '../clipboard.ts';
import { test } from '../foyer-test.ts';
import { readMail } from '../outbox.ts';
import { expectAccessible } from '../page-checks.ts';
import type { Foyer } from '../server.ts';
import { call, createUser, nobody, openPageFor, publishEventBy } from '../users.ts';

/** Publishes a private event; returns its organiser, its id, its title and the link that the team shares. */
async function publishPrivately(foyer: Foyer, price = 0) {
  const organiser = await createUser(foyer, 'iris', 'Quiet tables of');
  const title = `Supper ${organiser.username}`;
  const id = await publishEventBy(foyer, organiser, { title, price, isPublic: false });
  const { event } = await call<{ event: { private_key: string } }>(foyer, `GET /events/${id}`, organiser);
  return { organiser, id, title, link: `${foyer.url}/events/${id}?key=${event.private_key}` };
}

function openAsVisitor(browser: Browser, foyer: Foyer) {
  return openPageFor(browser, foyer, nobody);
}

const showsTitle = (page: Page, title: string) =>
  expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible();

test('a team shares a private event by its link, and makes a new link, after which the old link no longer works', async ({
  browser,
  foyer,
}) => {
  const { organiser, id, title, link } = await publishPrivately(foyer);
  const page = await openPageFor(browser, foyer, organiser, {
    permissions: ['clipboard-write'],
  });
  await page.goto(`/events/${id}`);
  await expect(page.getByText('Only people with this link can see the event.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Private link' })).toHaveValue(link);
  await expectAccessible(page, 'a private event as its organiser sees it');
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByText('Link copied')).toBeVisible();
  expect(await readClipboard(page)).toBe(link);

  // An address that is copied from the team's pages does not name the event.
  await page.goto('/dashboard');
  await expect(page.getByRole('link', { name: title, exact: true })).toHaveAttribute('href', `/events/${id}`);
  await page.goto(link);
  await page.getByRole('button', { name: 'Replace the link' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Replace the link to this event?' });
  await expect(dialog).toContainText('stops working for everybody');
  await dialog.getByRole('button', { name: 'Replace the link' }).click();
  await expect(page.getByText('The link has changed')).toBeVisible();
  await expect(page).not.toHaveURL(link);
  const renewed = page.url();
  await expect(page.getByRole('textbox', { name: 'Private link' })).toHaveValue(renewed);

  const visitor = await openAsVisitor(browser, foyer);
  await visitor.goto(link);
  await expect(visitor.getByRole('heading', { name: 'Event not found' })).toBeVisible();
  await visitor.goto(renewed);
  await showsTitle(visitor, title);
});

test('a visitor without the key of a private event gets the not-found page, which says nothing about the event', async ({
  browser,
  foyer,
}) => {
  const { id, title } = await publishPrivately(foyer);
  const page = await openAsVisitor(browser, foyer);
  for (const address of [
    `/events/${id}`,
    `/events/${id}?key=aaaaaaaaaaaaaaaaaaaaaa`,
    `/events/${id}/checkout?tickets=1x1`,
  ]) {
    const answer = await page.goto(address);
    expect(answer?.status()).toBe(404);
    expect(answer?.headers()['cache-control']).toBe('no-store');
    expect(await answer?.text()).not.toContain(title);
    await expect(page.getByRole('heading', { name: 'Event not found' })).toBeVisible();
    await expect(page.getByText('its link is incomplete or no longer works')).toBeVisible();
  }
});

test('a visitor with the link to a private event logs in, registers, and gets the same link in a mail', async ({
  browser,
  foyer,
}) => {
  const { id, title, link } = await publishPrivately(foyer);
  const guest = await createUser(foyer, 'gil');
  const page = await openAsVisitor(browser, foyer);
  const answer = await page.goto(link);
  expect(answer?.headers()).toMatchObject({
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex',
    'referrer-policy': 'no-referrer',
  });
  await showsTitle(page, title);
  await page.getByRole('link', { name: 'Log in to register' }).click();
  await page.getByRole('textbox', { name: 'Username' }).fill(guest.username);
  await page.getByLabel('Password').first().fill('a good password');
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL(link);
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download for Apple Calendar' }).click();
  await saving;
  await page.getByRole('button', { name: 'Register', exact: true }).click();
  await expect(page.getByText('You are registered for this event.')).toBeVisible();
  const mail = await readMail(foyer, { to: guest.email, subject: `Your ticket: ${title}` });
  expect(mail.text).toContain(link);

  // A user with a place at the event needs no key.
  await page.goto('/profile');
  await page.getByRole('button', { name: `Actions for ${title}` }).click();
  await page.getByRole('menuitem', { name: 'View details' }).click();
  await showsTitle(page, title);
  await expect(page).toHaveURL(`/events/${id}`);
  await expect(page.getByRole('button', { name: 'Share' })).toHaveCount(0);
});

test('a buyer who leaves the payment page for a private event comes back to the event', async ({
  browser,
  foyer,
}) => {
  const { title, link } = await publishPrivately(foyer, 12);
  const buyer = await createUser(foyer, 'bea');
  const page = await openPageFor(browser, foyer, buyer);
  await page.goto(link);
  await page.getByRole('button', { name: 'Buy Ticket' }).click();
  await expect(page).toHaveURL(/\/sandbox\//);
  await page.goto('/payment/cancel');
  await page.getByRole('link', { name: 'Back to the event' }).click();
  await expect(page).toHaveURL(link);
  await showsTitle(page, title);
  await page.getByRole('button', { name: 'Complete Purchase' }).click();
  await page.getByRole('link', { name: 'Cancel and go back' }).click();
  await expect(page).toHaveURL(link);
  await showsTitle(page, title);
});
