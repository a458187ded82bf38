import { expect, type Locator } from '@playwright/test';
import { test } from '../foyer-test.ts';
import { expectAccessible } from '../page-checks.ts';
import { drawPoster } from '../organisers/event-forms.ts';
import { createUser, openPageFor, publishEventBy, register } from '../users.ts';

test('the page of a user’s tickets shows each ticket with a large QR code, full screen at a press', async ({
  browser,
  foyer,
}) => {
  const organiser = await createUser(foyer, 'tix', 'Stubs of');
  const title = `Stub ${organiser.username}`;
  const guest = await createUser(foyer, 'gina');
  await register(foyer, guest, await publishEventBy(foyer, organiser, { title }));
  const page = await openPageFor(browser, foyer, guest, { viewport: { width: 360, height: 640 } });
  await page.goto('/profile');
  await page.getByRole('link', { name: 'Show at the door' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'My tickets' })).toBeVisible();
  const ticket = page.getByRole('list', { name: 'Tickets to come' }).getByRole('listitem');
  await expect(ticket.getByRole('heading', { name: title })).toBeVisible();
  const code = ticket.getByRole('img', { name: `QR code of your ticket for ${title}` });
  await expect(code).toBeInViewport({ ratio: 1 });
  expect((await code.boundingBox())?.width).toBeGreaterThan(220);
  await expectAccessible(page, 'the tickets of a user');
  await code.click();
  await expect(page.getByRole('dialog', { name: `Ticket for ${title}` })).toBeVisible();
});

test('the tickets of an order show the picture of the event', async ({ browser, foyer }) => {
  const organiser = await createUser(foyer, 'pip', 'Prints of');
  const eventId = await publishEventBy(foyer, organiser, { title: `Print ${organiser.username}` });
  const form = new FormData();
  form.set('event_image', new Blob([new Uint8Array(await drawPoster())], { type: 'image/png' }), 'kiln.png');
  const headers = { authorization: `Bearer ${organiser.token}` };
  await fetch(`${foyer.url}/api/events/${eventId}`, { method: 'PATCH', headers, body: form });
  const guest = await createUser(foyer, 'gus');
  await register(foyer, guest, eventId);
  const page = await openPageFor(browser, foyer, guest);
  const picture = 'img[src^="/uploads/events/"]';
  await page.goto('/profile/tickets');
  await expect(page.getByRole('main').locator(picture)).toHaveCount(1);
  await page.getByRole('link', { name: /^Order / }).click();
  const tickets = page.getByRole('region', { name: 'Tickets' });
  const visible = (parent: Locator) => parent.locator(picture).filter({ visible: true });
  await expect(visible(tickets)).toHaveCount(1);
  await expect(visible(page.getByRole('main'))).toHaveCount(1);

  // On a phone too, the QR code comes before the picture and is in view at the door.
  await page.setViewportSize({ width: 360, height: 640 });
  await expect(visible(tickets)).toHaveCount(1);
  await expect(visible(page.getByRole('main'))).toHaveCount(1);
  await expect(tickets.getByRole('img', { name: /^QR code/ })).toBeInViewport({ ratio: 1 });
});

test('the profile shows the next six tickets, and leads to all', async ({ browser, foyer }) => {
  const organiser = await createUser(foyer, 'sev', 'Seven of');
  const guest = await createUser(foyer, 'gil');
  for (let day = 1; day <= 7; day += 1) {
    const title = `Day ${day} ${organiser.username}`;
    await register(
      foyer,
      guest,
      await publishEventBy(foyer, organiser, { title, startsIn: day * 86_400_000 }),
    );
  }
  const page = await openPageFor(browser, foyer, guest);
  await page.goto('/profile');
  const tickets = page.getByRole('region', { name: 'Your Tickets' });
  await expect(tickets.getByRole('listitem')).toHaveCount(6);
  await expect(tickets.getByRole('heading', { name: 'Day 1 ' })).toBeVisible();
  await tickets.getByRole('link', { name: 'See all 7 tickets' }).click();
  await expect(page.getByRole('list', { name: 'Tickets to come' }).getByRole('listitem')).toHaveCount(7);
});
