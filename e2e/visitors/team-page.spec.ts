import { expect } from '@playwright/test';
import { test } from '../foyer-test.ts';
import { drawPoster } from '../organisers/event-forms.ts';
import { expectAccessible } from '../page-checks.ts';
import { getTeamId } from '../organisers/team-dashboard.ts';
import { placeOrder } from '../orders.ts';
import { createUser, nobody, openPageFor, publishEventBy, verifyAddress } from '../users.ts';

test('the page of a team shows what it is and puts on, and its admin edits it', async ({
  browser,
  foyer,
}) => {
  const page = await openPageFor(browser, foyer, nobody);
  const organiser = await createUser(foyer, 'tessa', 'Theatre of');
  const title = `Matinee ${organiser.username}`;
  const id = await publishEventBy(foyer, organiser, { title });
  await page.goto(`/events/${id}`);
  await page.getByRole('link', { name: /^Theatre of/ }).click();
  await expect(page).toHaveURL(/\/teams\/\d+-theatre-of-[a-z0-9-]+$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Theatre of/);
  const coming = page.getByRole('region', { name: 'Coming up' });
  await expect(coming.getByRole('article')).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Edit team' })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'RSS' })).toHaveAttribute('href', /^\/feeds\/teams\/\d+\.rss$/);

  const own = await openPageFor(browser, foyer, organiser);
  await own.goto(page.url());
  await own.getByRole('button', { name: 'Edit team' }).click();
  const dialog = own.getByRole('dialog', { name: 'Edit Team' });
  await dialog.getByLabel('Description').fill('Plays for small rooms.');
  const file = { name: 'logo.png', mimeType: 'image/png', buffer: await drawPoster() };
  await dialog.getByLabel('Picture').setInputFiles(file);
  await expectAccessible(own, 'the dialog that edits a team');
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(dialog).toBeHidden();
  await expect(own.getByText('Plays for small rooms.')).toBeVisible();

  await page.reload();
  await expect(page.getByText('Plays for small rooms.')).toBeVisible();
  const logo = page.getByRole('main').locator('img[src^="/uploads/teams/"]');
  await expect(logo).toHaveCSS('width', '96px');
  const canonical = page.locator('link[rel="canonical"]');
  await expect(canonical).toHaveAttribute('href', page.url());
  const schema = await page.locator('script[type="application/ld+json"]').textContent();
  expect(JSON.parse(schema ?? '')).toMatchObject({
    '@type': 'Organization',
    description: 'Plays for small rooms.',
    logo: expect.stringMatching(/^http.*\/uploads\/teams\/.*\/large\.webp$/),
    url: page.url(),
  });
  await expectAccessible(page, 'the page of a team with a picture');
  await page.goto(`/events/${id}`);
  await expect(logo).toHaveCSS('width', '40px');
});

test('a team admin gives a contact address, which visitors find on the team, its events and orders', async ({
  browser,
  foyer,
}) => {
  const page = await openPageFor(browser, foyer, nobody);
  const organiser = await createUser(foyer, 'tara', 'Questions to');
  await verifyAddress(foyer, organiser);
  const id = await publishEventBy(foyer, organiser, { title: `Quiz ${organiser.username}` });
  const own = await openPageFor(browser, foyer, organiser);
  await own.goto(`/teams/${await getTeamId(foyer, `Questions to ${organiser.username}`)}#edit`);
  const dialog = own.getByRole('dialog', { name: 'Edit Team' });
  const address = dialog.getByLabel('Contact email address');
  await address.fill('quiz at example.org');
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(address).toHaveAccessibleDescription(/Email is invalid/);
  await expect(address).toBeFocused();
  await address.fill('quiz@example.org');
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(address).toHaveAccessibleDescription(/Use the email address of your own account/);
  const { email } = organiser;
  await address.fill(email);
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(dialog).toBeHidden();

  const buyer = { name: 'Mara Ellis', email: `mara.${organiser.username}@example.org` };
  const order = await placeOrder(foyer, buyer, { eventId: id });
  for (const path of [own.url(), `/events/${id}`, `/orders/${order.number}#key=${order.key}`]) {
    await page.goto(path);
    await expect(page.getByRole('link', { name: email })).toHaveAttribute('href', `mailto:${email}`);
  }
});

test('a page behind the last one of a team is missing, and leads back to the first', async ({
  browser,
  foyer,
}) => {
  const page = await openPageFor(browser, foyer, nobody);
  const organiser = await createUser(foyer, 'tobi', 'Tours of');
  const title = `Tour ${organiser.username}`;
  await page.goto(`/events/${await publishEventBy(foyer, organiser, { title })}`);
  await page.getByRole('link', { name: /^Tours of/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Tours of/);
  const address = page.url();
  for (const list of ['page', 'past']) {
    expect((await page.goto(`${address}?${list}=99`))?.status()).toBe(404);
    await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', address);
  }
  await page.goto(`${address}?page=99`);
  await expect(page.getByText('There is no page 99')).toBeVisible();
  await expectAccessible(page, 'a missing page of a team');
  await page.getByRole('link', { name: 'First page' }).click();
  await expect(page).toHaveURL(address);
  await expect(page.getByRole('article')).toHaveCount(1);
});

test('an old name of a team leads to its page, and an unknown team has none', async ({ browser, foyer }) => {
  const page = await openPageFor(browser, foyer, nobody);
  const old = await page.request.get('/teams/1-another-name', { maxRedirects: 0 });
  expect([old.status(), old.headers().location]).toEqual([
    301,
    expect.stringMatching(/^\/teams\/1-[a-z-]+$/),
  ]);
  for (const path of ['/teams/999999', '/teams/nobody']) {
    const missing = await page.goto(path);
    expect(missing?.status()).toBe(404);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Team not found');
  }
});

test('a running event is marked “On now” on its card, on the page of its team and in the calendar', async ({
  browser,
  foyer,
}) => {
  const page = await openPageFor(browser, foyer, nobody);
  const organiser = await createUser(foyer, 'rosa', 'Running nights of');
  const running = `Late set ${organiser.username}`;
  const later = await publishEventBy(foyer, organiser, { title: `Next set ${organiser.username}` });
  await publishEventBy(foyer, organiser, { title: running, startsIn: -60_000 });
  await page.goto(`/events?when=today&q=${encodeURIComponent(running)}`);
  const card = page.getByRole('article').filter({ hasText: running });
  await expect(card).toContainText('On now');
  await expect(card).toContainText('Already Started');
  await expectAccessible(page, 'a list with a running event');
  await page.goto(`/events/${later}`);
  const more = page.getByRole('region', { name: 'More from this host' });
  await expect(more.getByRole('article').filter({ hasText: running })).toContainText('On now');
  await page.getByRole('link', { name: /^Running nights of/ }).click();
  const coming = page.getByRole('region', { name: 'Coming up' }).getByRole('article');
  await expect(coming).toHaveCount(2);
  await expect(coming.first()).toContainText('On now');
  await expect(coming.last()).not.toContainText('On now');
  await page.goto('/events/calendar');
  await expect(page.getByRole('link', { name: running })).toContainText('On now');
});
