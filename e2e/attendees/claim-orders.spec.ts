import { expect } from '@playwright/test';
import { test } from '../foyer-test.ts';
import { readMail } from '../outbox.ts';
import { expectAccessible } from '../page-checks.ts';
import { createUser, nobody, openPageFor } from '../users.ts';
import { choose, publishTypes } from './sales.ts';

test('a guest creates an account later, and moves the guest orders with the same email address into it', async ({
  browser,
  foyer,
}) => {
  const organiser = await createUser(foyer, 'clem', 'Claims of');
  const title = `Reading ${organiser.username}`;
  const eventId = await publishTypes(foyer, organiser, title, [
    { name: 'Seat', price: 0 },
    { name: 'Sofa', price: 4 },
  ]);
  const guest = await createUser(foyer, 'cleo');
  const page = await openPageFor(browser, foyer, nobody);
  await page.goto(`/events/${eventId}`);
  await choose(page, 'Seat', 2);
  await page.getByRole('link', { name: 'Get 2 tickets · Free' }).click();
  await page.getByLabel('Your name').fill('Cleo Marsh');
  await page.getByLabel('Email').fill(guest.email);
  await page.getByRole('button', { name: 'Get tickets' }).click();
  await expect(page.getByRole('heading', { name: 'Here are your tickets' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Make an account' })).toBeVisible();
  const { text } = await readMail(foyer, { to: guest.email, subject: `Your 2 tickets: ${title}` });

  const own = await openPageFor(browser, foyer, guest);
  await own.goto('/profile');
  await expect(own.getByText('No tickets yet')).toBeVisible();
  await expect(own.getByText(/We found/)).toHaveCount(0);
  const verification = await readMail(foyer, { to: guest.email, subject: 'Verify your email address' });
  await own.goto(/\S+\/verify-email#\S+/.exec(verification.text ?? '')?.[0] ?? '');
  await expect(own.getByRole('heading', { name: 'Your address is verified' })).toBeVisible();
  await expect(own.getByText('We found 1 order made with your address.')).toBeVisible();
  await expectAccessible(own, 'a verified address with an order to add');
  await own.getByRole('link', { name: 'Your profile' }).click();
  await expect(own.getByText('We found 1 order made with your address.')).toBeVisible();
  await expect(own.getByText('Your tickets are one step away')).toBeVisible();
  await expect(own.getByText('No tickets yet')).toHaveCount(0);
  await expectAccessible(own, 'a profile with an order to add');
  await own.goto(/\S+\/orders\/\S+/.exec(text ?? '')?.[0] ?? '');
  await own.getByRole('button', { name: 'Add it to my account' }).click();
  await expect(own.getByText(/We found/)).toHaveCount(0);
  await own.goto('/profile');
  await own
    .getByRole('region', { name: 'Your Orders' })
    .getByRole('link', { name: new RegExp(title) })
    .click();
  await expect(own.getByRole('heading', { name: 'Here are your tickets' })).toBeVisible();
  await own.goto('/profile');
  await expect(own.getByRole('region', { name: 'Your Tickets' }).getByText('Cleo Marsh')).toHaveCount(2);
});
