import { type Browser, expect, type Page } from '@playwright/test';
import { test } from '../foyer-test.ts';
import type { Foyer } from '../server.ts';
import { expectAccessible } from '../page-checks.ts';
import { call, createUser, nobody, openPageFor, openPageInNewContext } from '../users.ts';
import { choose, fillInCard, publishTypes } from './sales.ts';

const phone = { viewport: { width: 360, height: 780 }, hasTouch: true } as const;

/**
 * Chooses two adult tickets and one child ticket. Tries a code that does not exist, and then a code
 * that takes 10% off.
 */
async function chooseWithCode(page: Page) {
  const choosing = page.getByRole('button', { name: 'Choose your tickets' });
  const { x = 0, width = Infinity } = (await choosing.boundingBox()) ?? {};
  expect(x + width).toBeLessThanOrEqual(phone.viewport.width);
  await choosing.click();
  await expect(page.getByRole('button', { name: 'More Adult tickets' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.getByRole('spinbutton', { name: 'Adult tickets' }).press('ArrowUp');
  await choose(page, 'Child', 1);
  await expect(page.getByRole('link', { name: 'Get 3 tickets · £30.00' })).toBeVisible();
  await page.getByRole('button', { name: 'Have a promo code?' }).click();
  await page.getByLabel('Promo code').fill('nosuch');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('We do not know the code NOSUCH.')).toBeVisible();
  await expect(page.getByLabel('Promo code')).toHaveValue('nosuch');
  await page.getByLabel('Promo code').fill('spring');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('SPRING: 10% off')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Use another code' })).toBeFocused();
  await expectAccessible(page, 'the choice of tickets on a phone');
  await page.getByRole('link', { name: 'Get 3 tickets · £27.00' }).click();
  await expect(page.getByRole('heading', { name: 'Checkout' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('spinbutton', { name: 'Adult tickets' })).toHaveValue('2');
  await page.getByRole('link', { name: 'Get 3 tickets · £27.00' }).click();
}

/** Fills in the checkout as a guest, and names the second adult. */
async function fillInCheckout(page: Page, email: string) {
  await expect(page.getByRole('heading', { name: 'Checkout' })).toBeVisible();
  await page.getByRole('button', { name: 'Pay £27.00' }).click();
  await expect(page.getByText('Enter your name')).toBeVisible();
  await page.getByLabel('Your name').fill('Mara Ellis');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Add names' }).click();
  await page.getByRole('group', { name: 'Adult 2' }).getByLabel('Name').fill('Ivo Marsh');
  await expectAccessible(page, 'the checkout of a guest');
  await page.getByRole('button', { name: 'Pay £27.00' }).click();
  await expect(page.getByLabel('Card number')).toBeVisible();
}

/** Comes back from the payment page in another browser, which does not have the key of the order, before paying. */
async function returnElsewhere(browser: Browser, foyer: Foyer, page: Page): Promise<Page> {
  const stored = await page.evaluate<string>("localStorage.getItem('orders')");
  const [{ number }] = JSON.parse(stored) as [{ number: string }];
  const session = /cs_\w+/.exec(page.url())?.[0];
  const other = await openPageFor(browser, foyer, nobody);
  await other.goto(`/orders/${number}?from=payment&session_id=${session}`);
  await expect(other.getByRole('heading', { name: 'The payment has not arrived yet' })).toBeVisible();
  await expectAccessible(other, 'a payment that has not arrived yet');
  return other;
}

/**
 * Opens the order in another browser. This browser has no key of the order, so it must show no
 * tickets.
 */
async function openElsewhere(browser: Browser, foyer: Foyer, page: Page) {
  const { pathname } = new URL(page.url());
  const stored = await page.evaluate<string>("localStorage.getItem('orders')");
  const [{ key }] = JSON.parse(stored) as [{ key: string }];
  const other = await openPageFor(browser, foyer, nobody);
  await other.goto(pathname);
  await expect(other.getByRole('heading', { name: 'Open it from your email' })).toBeVisible();
  await other.goto(`${pathname}#key=${key}`);
  await expect(other.getByRole('heading', { name: 'Here are your tickets' })).toBeVisible();
  await expect(other).toHaveURL(pathname);
  await other.reload();
  await expect(other.getByRole('heading', { name: 'Here are your tickets' })).toBeVisible();
}

test('a guest buys two adult tickets and one child ticket with a promo code on a phone', async ({
  browser,
  foyer,
}) => {
  const organiser = await createUser(foyer, 'gwen', 'Guests of');
  const title = `Matinee ${organiser.username}`;
  const eventId = await publishTypes(foyer, organiser, title, [
    { name: 'Adult', price: 12, description: 'With a drink' },
    { name: 'Child', price: 6, quantity: 3 },
  ]);
  const promo = { code: 'SPRING', kind: 'percent', percent: 10 };
  await call(foyer, `POST /events/${eventId}/promo-codes`, organiser, promo);
  const page = await openPageInNewContext(browser, foyer, nobody, phone);
  await page.goto(`/events/${eventId}`);
  await expect(page.getByText('Only 3 left')).toBeVisible();
  await chooseWithCode(page);
  await fillInCheckout(page, `mara.${organiser.username}@example.org`);

  // The guest leaves the payment page, and finds the order again.
  await page.goto(`/events/${eventId}`);
  await expect(page.getByText(/^Your tickets are reserved for you until/)).toBeVisible();
  await expectAccessible(page, 'an event whose tickets this guest holds');
  await page.getByRole('link', { name: 'Continue your order' }).click();
  await expect(page.getByText(/^Your places are held for \d+:\d\d$/)).toBeVisible();
  await page.goto(`/events/${eventId}/checkout`);
  await expect(page.getByRole('heading', { name: 'You have an open order' })).toBeVisible();
  await expect(page.getByText(/^Your places are held for \d+:\d\d$/)).toBeVisible();
  await expectAccessible(page, 'an open order');
  await page.getByRole('button', { name: 'Pay £27.00' }).click();
  await fillInCard(page);
  const elsewhere = await returnElsewhere(browser, foyer, page);
  await page.getByRole('button', { name: 'Pay £27.00' }).click();

  await expect(page.getByRole('heading', { name: 'Here are your tickets' })).toBeVisible();
  await expect(page.getByText(title, { exact: true }).first()).toBeInViewport();
  await expect(page.getByText('the old link then stops working')).toBeVisible();
  await expect(elsewhere.getByRole('heading', { name: 'Your order is paid' })).toBeVisible();
  await expect(elsewhere.getByText('SPRING')).toBeHidden();
  await expect(page.getByRole('img', { name: 'QR code of the Adult ticket of Mara Ellis' })).toBeVisible();
  await expect(page.getByRole('img', { name: 'QR code of the Adult ticket of Ivo Marsh' })).toBeVisible();
  await expect(page.getByRole('img', { name: 'QR code of the Child ticket of Mara Ellis' })).toBeVisible();
  await page.getByRole('button', { name: 'Change name on the Child ticket of Mara Ellis' }).click();
  await page.getByLabel('Name on the ticket').fill('Nell Marsh');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('img', { name: 'QR code of the Child ticket of Nell Marsh' })).toBeVisible();
  await page.getByRole('button', { name: 'Send the email again' }).click();
  await expect(page.getByText('The mail with your tickets is on its way.')).toBeVisible();
  await expectAccessible(page, 'the order of a guest');
  await openElsewhere(browser, foyer, page);
});

test('a buyer replaces an unpaid order with a new one, and then gives the reserved places back', async ({
  browser,
  foyer,
}) => {
  const organiser = await createUser(foyer, 'orla', 'Open of');
  const title = `Recital ${organiser.username}`;
  const eventId = await publishTypes(foyer, organiser, title, [
    { name: 'Stalls', price: 10, quantity: 1 },
    { name: 'Balcony', price: 7 },
  ]);
  const page = await openPageFor(browser, foyer, await createUser(foyer, 'rene'));
  await page.goto(`/events/${eventId}`);
  await choose(page, 'Stalls', 1);
  await page.getByRole('link', { name: 'Get 1 ticket · £10.00' }).click();
  await page.getByLabel('Your name').fill('Rene Ellis');
  await page.getByRole('button', { name: 'Pay £10.00' }).click();
  await expect(page.getByLabel('Card number')).toBeVisible();

  await page.goto(`/events/${eventId}`);
  await expect(page.getByText('All reserved right now')).toBeVisible();
  // The page has chosen one ticket already, because only one ticket type is on sale.
  await choose(page, 'Balcony', 1);
  await page.getByRole('link', { name: 'Get 2 tickets · £14.00' }).click();
  await expect(page.getByRole('heading', { name: 'You have an open order' })).toBeVisible();
  await page.getByRole('button', { name: 'Order something else instead' }).click();
  // The account has kept the name from the first order.
  await expect(page.getByLabel('Your name')).toHaveValue('Rene Ellis');
  await page.getByRole('button', { name: 'Pay £14.00' }).click();
  await expect(page.getByLabel('Card number')).toBeVisible();

  await page.goto(`/events/${eventId}/checkout`);
  await page.getByRole('button', { name: 'Give the places back' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Give the places back' }).click();
  await expect(page.getByText('You have not chosen any tickets yet.')).toBeVisible();
  await page.getByRole('link', { name: 'Choose tickets' }).click();
  await expect(page.getByText('Only 1 left')).toBeVisible();
});
