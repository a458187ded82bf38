import { expect, type Page } from '@playwright/test';
import { test } from '../foyer-test.ts';
import { placeOrder } from '../orders.ts';
import { expectAccessible } from '../page-checks.ts';
import type { Foyer } from '../server.ts';
import { createUser, openPageFor, publishEventBy, type User } from '../users.ts';

const phone = { viewport: { width: 360, height: 640 } };

/** Orders a free ticket. Without a buyer, a guest orders it. Returns the address of the order's page. */
async function orderTicket(foyer: Foyer, buyer: User | null): Promise<string> {
  const organiser = await createUser(foyer, 'gail', 'Givers of');
  const eventId = await publishEventBy(foyer, organiser, { title: `Gifts ${organiser.username}` });
  const guest = { name: 'Mara Ellis', email: `mara.${organiser.username}@example.org` };
  const order = await placeOrder(foyer, buyer ?? guest, { eventId });
  return `/orders/${order.number}${order.key ? `#key=${order.key}` : ''}`;
}

/** The sticky buttons can cover what is in the viewport, so its place is compared with that of the buttons. */
async function expectAboveButtons(page: Page, text: string) {
  const dialog = page.getByRole('dialog');
  const shown = dialog.getByText(text);
  await expect(shown).toBeInViewport({ ratio: 1 });
  const buttons = dialog.getByRole('button', { name: 'Keep the ticket' }).locator('..');
  const [{ bottom }, { top }] = await Promise.all([getEdges(shown), getEdges(buttons)]);
  expect(bottom).toBeLessThanOrEqual(top);
}

async function getEdges(element: ReturnType<Page['locator']>) {
  const { y = NaN, height = NaN } = (await element.boundingBox()) ?? {};
  return { top: y, bottom: y + height };
}

for (const isGuest of [false, true]) {
  const whose = isGuest ? 'of a guest order' : 'of their own order';
  test(`tells a user with an unverified address that they cannot give away a ticket ${whose}`, async ({
    browser,
    foyer,
  }) => {
    const user = await createUser(foyer, 'bo');
    const address = await orderTicket(foyer, isGuest ? null : user);
    const page = await openPageFor(browser, foyer, user, phone);
    await page.goto(address);
    await page.getByRole('button', { name: /^Give to somebody else/ }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('Until you verify it, you cannot give tickets to others.');
    await expect(dialog.getByRole('button', { name: 'Send again' })).toBeFocused();
    await expectAccessible(page, 'a ticket that its buyer cannot give away yet');
    await dialog.getByRole('button', { name: 'Give the ticket' }).click();
    await expectAboveButtons(page, 'Enter their name');
    await dialog.getByLabel('Their name').fill('Ivo Marsh');
    await dialog.getByLabel('Their email').fill(`ivo.${user.username}@example.org`);
    await dialog.getByRole('button', { name: 'Give the ticket' }).click();
    await expectAboveButtons(page, 'Verify your email address first');
  });
}
