import { expect } from '@playwright/test';
import { test } from '../foyer-test.ts';
import { expectAccessible } from '../page-checks.ts';
import { buyTicket, call, createUser, openPageFor, publishEventBy, verifyAddress } from '../users.ts';

test('an organiser sees in the refund dialog that a ticket is checked in, and must choose it before it ends', async ({
  browser,
  foyer,
}) => {
  const organiser = await createUser(foyer, 'rex', 'Refunds of');
  await verifyAddress(foyer, organiser);
  const id = await publishEventBy(foyer, organiser, {
    title: `Used ${organiser.username}`,
    price: 10,
    startsIn: 60_000,
  });
  await buyTicket(foyer, await createUser(foyer, 'kay'), id);
  const { tickets } = await call<{ tickets: { id: number; order_number: string }[] }>(
    foyer,
    `GET /tickets/event/${id}`,
    organiser,
  );
  await call(foyer, `POST /tickets/use/${tickets[0]?.id}`, organiser);
  const page = await openPageFor(browser, foyer, organiser, { viewport: { width: 360, height: 740 } });
  await page.goto(`/events/${id}/orders/${tickets[0]?.order_number}`);
  await page.getByRole('button', { name: 'Refund' }).click();
  const dialog = page.getByRole('dialog');
  const ticket = dialog.getByRole('checkbox', { name: /Ticket 1, checked in at/ });
  await expect(ticket).not.toBeChecked();
  await expect(dialog.getByRole('button', { name: 'Refund £0.00' })).toBeVisible();
  await ticket.check();
  await expect(dialog.getByRole('status').getByText('1 chosen ticket is checked in.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Refund £10.00' })).toBeVisible();
  await expectAccessible(page, 'a refund that ends a used ticket');
  await dialog.getByText('Keep the tickets').click();
  await expect(dialog.getByText('1 chosen ticket is checked in.')).toHaveCount(0);
  await expect(ticket).toBeChecked();
});
