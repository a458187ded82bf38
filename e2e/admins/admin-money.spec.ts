import { expect, type Route } from '@playwright/test';
import { expectToast, findRow, logInAdmin } from './admins.ts';
import { test } from '../foyer-test.ts';
import {
  buyTicket,
  call,
  createUser,
  openPageFor,
  publishEventBy,
  setSwitches,
  type User,
} from '../users.ts';
import type { Foyer } from '../server.ts';
import { expectAccessible } from '../page-checks.ts';
import { routeOnce } from '../routes.ts';

/** Pays with a valid card on the card page, but does not return to Foyer afterwards. */
async function payAndLeave(foyer: Foyer, { id: userId, ...member }: User, eventId: number) {
  const { url } = await call<{ url: string }>(
    foyer,
    'POST /stripe/create-checkout-session',
    { id: userId, ...member },
    { eventId, userId },
  );
  const card = { email: member.email, number: '4242424242424242', expiry: '12 / 34', cvc: '123', name: 'B' };
  const paid = await fetch(url, { method: 'POST', body: new URLSearchParams(card), redirect: 'manual' });
  expect(paid.status).toBe(303);
}

/**
 * Replaces the first row of the server's response with the widest possible one: long names, the longest
 * state, and all amounts filled in.
 */
async function widenFirstPayment(route: Route) {
  const answer = await route.fetch();
  const { payments, ...rest } = (await answer.json()) as { payments: object[] };
  const amounts = { charged: 10_000, refunded: 10_000, disputed: 10_000 };
  const wide = {
    ...payments[0],
    id: 123_456,
    event_title: 'Donaudampfschifffahrtsgesellschaft and Rindfleischetikettierung at dusk',
    username: 'bartholomew_featherstonehaugh_the_elder_of_upper_wick',
    status: 'refund_pending',
    created_at: '2030-09-28T12:00:00.000Z',
    ledger: amounts,
    provider: amounts,
  };
  await route.fulfill({ response: answer, json: { ...rest, payments: [wide, ...payments.slice(1)] } });
}

test('an administrator finds a payment on which the ledger and the provider disagree, and reconciles it', async ({
  browser,
  foyer,
}) => {
  const organiser = await createUser(foyer, 'mo', 'Bells of');
  const eventId = await publishEventBy(foyer, organiser, { title: 'Bells at dusk', price: 12.5 });
  const regular = await createUser(foyer, 'rae');
  const hurried = await createUser(foyer, 'hew');
  await buyTicket(foyer, regular, eventId);
  await setSwitches(foyer, { webhookDrop: true });
  await payAndLeave(foyer, hurried, eventId);
  await setSwitches(foyer, { webhookDrop: false });

  const page = await openPageFor(browser, foyer, await logInAdmin(foyer));
  await page.goto('/admin/payments');
  await expect(findRow(page, regular.username)).toContainText('Paid');
  // The list starts with the payments on which our ledger and the provider differ.
  const first = page.locator('tbody tr').first();
  await expect(first).toContainText(hurried.username);
  await expect(first).toContainText('Differs');
  await expect(first).toContainText('£0.00');
  await expect(first).toContainText('£12.50');
  await expectAccessible(page, 'the payments');
  await routeOnce(page, '**/api/admin/payments?*', widenFirstPayment);
  await page.reload();
  await expect(first).toContainText('Refund under way');
  const cutOff = await page.evaluate(
    "(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('div:has(> table)'))",
  );
  expect(cutOff).toBe(0);
  await page.reload();
  await expect(first).toContainText(hurried.username);
  await page.getByRole('checkbox', { name: 'Only differences' }).check();
  await expect(page).toHaveURL('/admin/payments?only=trouble');
  await expect(findRow(page, regular.username)).toHaveCount(0);
  await page.getByRole('button', { name: /^Reconcile payment/ }).click();
  await expectToast(page, 'agrees with the provider');
  await expect(first).not.toContainText('Differs');
  await page.getByRole('checkbox', { name: 'Only differences' }).uncheck();
  await expect(findRow(page, hurried.username)).toContainText('Paid');
});

test('an administrator retries a failed webhook, and then finds the payment in the audit log', async ({
  browser,
  foyer,
}) => {
  const organiser = await createUser(foyer, 'meg', 'Chimes of');
  const eventId = await publishEventBy(foyer, organiser, { title: 'Chimes at dawn', price: 12.5 });
  const late = await createUser(foyer, 'lia');
  const page = await openPageFor(browser, foyer, await logInAdmin(foyer));

  // Make Foyer fail to process a webhook: release the webhook while the provider's API loses its responses, so that
  // Foyer gets no answer about the payment.
  await setSwitches(foyer, { webhookHold: true });
  await payAndLeave(foyer, late, eventId);
  await setSwitches(foyer, { api: 'loses_answers', webhookHold: false });
  const failed = findRow(page, 'checkout.session.completed');
  await expect(async () => {
    await page.goto('/admin/webhooks?only=trouble', { waitUntil: 'networkidle' });
    await expect(failed).toContainText('Failed', { timeout: 100 });
  }).toPass();
  await expectAccessible(page, 'failed webhooks');
  await setSwitches(foyer, { api: 'up' });
  await failed.getByRole('button', { name: /^Retry/ }).click();
  await expectToast(page, 'Webhook checkout.session.completed was processed');
  await expect(failed).toContainText('Processed');
  await expect(failed.getByRole('button')).toHaveCount(0);
  await expect(page.getByRole('checkbox', { name: 'Only failed' })).toBeFocused();
  await expect
    .poll(
      async () => (await call<{ tickets: unknown[] }>(foyer, `GET /tickets/user/${late.id}`, late)).tickets,
    )
    .toHaveLength(1);

  await page.goto('/admin/audit');
  await page.getByRole('searchbox', { name: 'Search names, events and actions' }).fill('payment.paid');
  await expect(page.getByRole('row').filter({ hasText: 'Paid' }).first()).toContainText('£12.50');
});

test('an administrator sees in the list of payments, and on the page about the buyer, that a refund is failing', async ({
  browser,
  foyer,
}) => {
  const organiser = await createUser(foyer, 'wyn', 'Reeds of');
  const eventId = await publishEventBy(foyer, organiser, { title: 'Reeds at noon', price: 9 });
  const buyer = await createUser(foyer, 'ned');
  const cardThatFailsRefunds = '4000000000005126';
  await buyTicket(foyer, buyer, eventId, cardThatFailsRefunds);
  const { tickets } = await call<{ tickets: { id: number }[] }>(
    foyer,
    `GET /tickets/user/${buyer.id}`,
    buyer,
  );
  await setSwitches(foyer, { outcomeDelayMs: 0 });
  await call(foyer, `POST /stripe/refund/${tickets[0]?.id}`, organiser, {});

  const page = await openPageFor(browser, foyer, await logInAdmin(foyer));
  const payment = findRow(page, buyer.username);
  await expect(async () => {
    await page.goto('/admin/payments', { waitUntil: 'networkidle' });
    await expect(payment).toContainText('Refund failing', { timeout: 100 });
  }).toPass();
  await page.goto(`/admin/users/${buyer.id}`);
  await expect(page.getByRole('listitem').filter({ hasText: /Payment \d/ })).toContainText('Refund failing');
  await expectAccessible(page, 'a user whose refund fails');
});

test('the settings page shows which parts of the server work, and what the operator must still set up', async ({
  browser,
  foyer,
}) => {
  const page = await openPageFor(browser, foyer, await logInAdmin(foyer));
  await page.goto('/admin/settings');
  await expect(page.getByText(/coming soon/)).toBeVisible();
  for (const part of [
    'Database',
    'Email',
    'Payment provider',
    'Webhooks',
    'Storage',
    'Job queue',
    'Version',
  ]) {
    await expect(page.getByRole('heading', { name: part, exact: true })).toBeVisible();
  }
  await expect(page.getByText('Set SMTP_URL to send emails.')).toBeVisible();
  await expect(page.getByText('Writing and reading a file in the uploads folder works.')).toBeVisible();
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(page.getByText(/^Checked at/)).toBeVisible();
  await expectAccessible(page, 'the settings');
});
