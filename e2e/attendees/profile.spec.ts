import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { test } from '../foyer-test.ts';
import { call, createUser, openPageFor, openPageInNewContext, publishEventBy, register } from '../users.ts';
import { expectAccessible } from '../page-checks.ts';
import { skipTimeUntil } from '../page-clock.ts';
import { routeOnce } from '../routes.ts';

/** Foyer fetches pictures only from the usual port of HTTPS, so Foyer never fetches this picture. */
const elsewhere = 'https://pictures.example:8443/me.png';
const kept = '/uploads/users/0123456789abcdef01234567/face.webp';
/** A GIF of one pixel. */
const pixel = Buffer.from('R0lGODlhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs=', 'base64');

/** Tells whether the browser keeps the profile. The page is stored last, after its files. */
const isKept = 'caches.match("/profile", { cacheName: "foyer-offline" }).then((kept) => kept !== undefined)';

test('a user cancels a change of username, tries a taken username, and then saves a free username', async ({
  browser,
  foyer,
}) => {
  const taken = await createUser(foyer, 'tia');
  const member = await createUser(foyer, 'pam');
  const page = await openPageFor(browser, foyer, member);
  await page.goto('/profile');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your Profile');
  await expect(page.getByText(/^Member since [A-Z][a-z]+ \d{1,2}, \d{4}$/)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Your Teams' })).toHaveCount(0);
  // The tickets arrive late and move what is below them, so a press at that moment could miss its button.
  await expect(page.getByText('No tickets yet')).toBeVisible();
  const inHeader = page.getByRole('banner').getByRole('button', { name: /^My Account/ });
  await expect(inHeader).toContainText('PA');

  const edit = page.getByRole('button', { name: 'Edit Profile' });
  const name = page.getByRole('textbox', { name: 'Username' });
  const address = page.getByRole('textbox', { name: 'Profile Image URL' });
  const save = page.getByRole('button', { name: 'Save Changes' });
  await edit.click();
  await expect(name).toBeFocused();
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveAttribute('type', 'email');
  await expect(address).toHaveAttribute('type', 'url');
  await expect(address).toHaveAttribute('placeholder', `${foyer.url}/profile.jpg`);
  await expectAccessible(page, 'the form of the profile');
  await name.fill('somebody else');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(edit).toBeFocused();
  await expect(page.getByRole('heading', { name: member.username })).toBeVisible();
  await edit.click();
  await expect(name).toHaveValue(member.username);

  await name.fill(taken.username);
  await save.click();
  await expect(name).toHaveAccessibleDescription('Username already exists');
  await expect(name).toHaveValue(taken.username);
  expect(await page.getByText('Update failed').count()).toBe(0);

  const own = `**/api/users/${member.id}`;
  await routeOnce(page, own, (route) => route.fulfill({ status: 400, body: 'x' }));
  await name.fill(`${member.username}-1`);
  await save.click();
  await expect(page.getByText('Update failed')).toBeVisible();
  await expect(page.getByText('There was a problem updating your profile.')).toBeVisible();

  await name.fill(`${member.username}-2`);
  await address.fill(elsewhere);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await routeOnce(page, own, (route) => released.then(() => route.continue()));
  await save.click();
  await expect(page.getByRole('button', { name: 'Saving...' })).toBeVisible();
  release();
  await expect(page.getByText('Profile updated')).toBeVisible();
  // The page must not show an error toast. This check must not wait: a toast closes by itself, so a check
  // that waits would pass even after a wrong toast.
  expect(await page.getByText('Update failed').count()).toBe(0);
  await expect(page.getByText('Your profile information has been updated successfully.')).toBeVisible();
  await expect(page.getByRole('heading', { name: `${member.username}-2` })).toBeVisible();
  await expect(inHeader).toContainText('PA');
  await expect(page.getByRole('button', { name: 'Enlarge your profile picture' })).toHaveCount(0);
});

test('the profile says why a picture could not be fetched, and enlarges a picture that Foyer has stored', async ({
  browser,
  foyer,
}) => {
  const member = await createUser(foyer, 'pia');
  await call(foyer, `PATCH /users/${member.id}`, member, { profile_image_url: elsewhere });
  const readState = async () => {
    const { user } = await call<{ user: { picture_state: string } }>(
      foyer,
      `GET /users/${member.id}`,
      member,
    );
    return user.picture_state;
  };
  await expect.poll(readState).toBe('not_public');
  const page = await openPageFor(browser, foyer, member);
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  const fate = page.getByText(
    'We could not fetch this picture: its address is not a public https address, or has a port number. Try another address.',
  );
  await expect(fate).toBeVisible();
  await expectAccessible(page, 'the form of a profile whose picture could not be fetched');
  await page.getByRole('textbox', { name: 'Profile Image URL' }).fill('');
  await expect(fate).toBeHidden();
  await page.getByRole('button', { name: 'Cancel' }).click();

  // Answer as if Foyer had fetched the picture, because the tests have no access to the internet.
  await page.route(`**${kept}`, (route) => route.fulfill({ body: pixel, contentType: 'image/gif' }));
  await page.route(`**/api/users/${member.id}`, async (route) => {
    const answer = await route.fetch();
    const { user } = (await answer.json()) as { user: object };
    await route.fulfill({ json: { user: { ...user, profile_image_url: kept, picture_state: null } } });
  });
  await page.reload();
  const inHeader = page.getByRole('banner').getByRole('button', { name: /^My Account/ });
  await expect(inHeader.locator('img')).toHaveAttribute('src', kept);
  const enlarge = page.getByRole('button', { name: 'Enlarge your profile picture' });
  await enlarge.click();
  await expect(page.getByRole('dialog').getByRole('img', { name: member.username })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(enlarge).toBeFocused();
});

test('the profile lists the teams of the user, and shows the last known data when loading fails', async ({
  browser,
  foyer,
}) => {
  const member = await createUser(foyer, 'oz', 'Lamps of');
  const page = await openPageFor(browser, foyer, member);
  await page.goto('/profile');
  const teams = page.getByRole('region', { name: 'Your Teams' });
  await expect(teams.getByText("Teams you're a member of and your role in each")).toBeVisible();
  await expect(teams.getByRole('heading', { name: `Lamps of ${member.username}` })).toBeVisible();
  await expect(teams.getByText('team admin', { exact: true })).toBeVisible();
  await page.close();

  const without = await openPageInNewContext(browser, foyer, await createUser(foyer, 'una'));
  await without.clock.install();
  without.removeAllListeners('console');
  await without.goto('/support');
  await without.route('**/api/users/**', (route) => route.abort());
  await without.route('**/api/tickets/**', (route) => route.abort());
  await without.getByRole('button', { name: /^My Account/ }).click();
  await without.getByRole('menuitem', { name: 'Profile' }).click();
  await expect(without.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(without.getByText('Loading tickets...')).toBeAttached();
  await skipTimeUntil(without, without.getByText('Error loading profile'));
  await expect(without.getByText('Error loading profile')).toHaveCount(1);
  await expect(without.getByText('There was a problem loading your profile data.')).toBeVisible();
  await expect(without.getByRole('heading', { name: /^una/ })).toBeVisible();
  await expect(without.getByText('Failed to load your tickets')).toBeVisible();
  await expect(without.getByText('Failed to load your registered events')).toBeVisible();
  await expectAccessible(without, 'the profile after a failure');
  await without.unroute('**/api/users/**');
  await without.unroute('**/api/tickets/**');
  await skipTimeUntil(without, without.getByText('No tickets yet'));
  await expect(without.getByText('No tickets yet')).toBeVisible();
  await expect(without.getByText('Failed to load your registered events')).toHaveCount(0);
});

test('the profile form keeps the typed text when the session ends', async ({ browser, foyer }) => {
  const member = await createUser(foyer, 'max');
  const page = await openPageFor(browser, foyer, member);
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  await page.getByRole('textbox', { name: 'Username' }).fill(`${member.username}-typed`);
  // Ends the session on the server, while the page still has its tokens.
  const refreshToken = await page.evaluate('localStorage.getItem("refreshToken")');
  await page.request.post('/api/auth/logout', { data: { refreshToken } });
  await page.getByRole('button', { name: 'Save Changes' }).click();

  await expect(page.getByRole('heading', { name: 'Please log in to view your profile' })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Login' }).click();
  await page.getByRole('textbox', { name: 'Username' }).fill(member.username);
  await page.getByRole('textbox', { name: 'Password' }).fill('a good password');
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByRole('textbox', { name: 'Username' })).toHaveValue(`${member.username}-typed`);
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByRole('heading', { name: `${member.username}-typed` })).toBeVisible();
});

test('a ticket that was opened before also opens without a network connection, until the user logs out', async ({
  browser,
  foyer,
}) => {
  const organiser = await createUser(foyer, 'ora', 'Doors of');
  const title = `Cellar Concert ${organiser.username}`;
  const eventId = await publishEventBy(foyer, organiser, { title });
  const guest = await createUser(foyer, 'gus');
  await register(foyer, guest, eventId);
  const page = await openPageInNewContext(browser, foyer, guest);
  page.removeAllListeners('console');
  const context = page.context();
  await page.goto('/profile');
  const code = page.getByRole('img', { name: `QR code of your ticket for ${title}` });
  await expect(code.first()).toBeVisible();
  await expect.poll(() => page.evaluate(isKept)).toBe(true);
  await page.evaluate('navigator.serviceWorker.ready.then(() => true)');
  await expect(page.getByRole('code')).toHaveText(/^[0-9A-Z]{5} [0-9A-Z]{5}$/);
  const shape = await code.first().locator('path').getAttribute('d');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: `Download the ticket for ${title} as PDF` }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe(`${title}.pdf`);
  expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-');

  await context.setOffline(true);
  await page.reload();
  await expect(page.getByText(/^Foyer cannot be reached. These are your tickets as of/)).toBeVisible();
  await expect(code.first()).toBeVisible();
  expect(await code.first().locator('path').getAttribute('d')).toBe(shape);
  await page.getByRole('button', { name: `Full screen` }).first().click();
  const atTheDoor = page.getByRole('dialog', { name: `Ticket for ${title}` });
  await expect(atTheDoor.getByRole('img')).toBeVisible();
  await expectAccessible(page, 'a ticket without a network');
  await page.keyboard.press('Escape');

  await context.setOffline(false);
  await expect(page.getByText(/^Foyer cannot be reached/)).toHaveCount(0);
  await page.getByRole('banner').getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/auth\/login$/);
  await expect.poll(() => page.evaluate('caches.has("foyer-offline")')).toBe(false);
  expect(await page.evaluate('Object.keys(localStorage).filter((key) => key.startsWith("kept:"))')).toEqual(
    [],
  );
});

test('a logout deletes the offline pages of the user even while the browser is storing another file', async ({
  browser,
  foyer,
}) => {
  const organiser = await createUser(foyer, 'orla', 'Late Files of');
  const eventId = await publishEventBy(foyer, organiser, { title: 'Late Files' });
  const guest = await createUser(foyer, 'gil');
  await register(foyer, guest, eventId);
  const page = await openPageFor(browser, foyer, guest);
  await page.goto('/profile');
  await expect.poll(() => page.evaluate(isKept)).toBe(true);
  // Stop the page at the moment between looking for the cache and opening it.
  await page.evaluate(`(() => {
    const has = caches.has.bind(caches);
    const gate = new Promise((resolve) => { self.goOn = resolve; });
    caches.has = async (name) => {
      const found = await has(name);
      self.isStopped = true;
      await gate;
      return found;
    };
    const open = caches.open.bind(caches);
    caches.open = async (name) => {
      const cache = await open(name);
      self.hasOpened = true;
      return cache;
    };
  })()`);
  await page.evaluate(`(async () => {
    const cache = await caches.open('foyer-offline');
    self.hasOpened = false;
    const file = (await cache.keys()).find(({ url }) => url.includes('/assets/'));
    await cache.delete(file);
    void fetch(file.url);
  })()`);
  await expect.poll(() => page.evaluate('self.isStopped')).toBe(true);
  await page.getByRole('banner').getByRole('button', { name: 'Logout' }).click();
  await expect.poll(() => page.evaluate('localStorage.getItem("userData")')).toBeNull();
  await page.evaluate('self.goOn()');
  await expect.poll(() => page.evaluate('self.hasOpened')).toBe(true);
  await expect(page).toHaveURL(/\/auth\/login$/);
  await expect.poll(() => page.evaluate('caches.keys()')).toEqual([]);
});

test('the profile of a user with an offline ticket loads each script only once, even on a slow phone', async ({
  browser,
  foyer,
}) => {
  const organiser = await createUser(foyer, 'orla', 'Halls of');
  const eventId = await publishEventBy(foyer, organiser, { title: `Recital ${organiser.username}` });
  await register(foyer, organiser, eventId);
  const page = await openPageInNewContext(browser, foyer, organiser);
  await page.goto('/profile');
  await expect.poll(() => page.evaluate(isKept)).toBe(true);
  // On a slow phone, the preloaded files arrive before the scripts that need them.
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: 12 });
  await page.goto('/profile');
  expect(await page.evaluate('navigator.serviceWorker.controller !== null')).toBe(true);
  await expect(page.getByRole('heading', { name: 'Your Tickets' })).toBeVisible();
  const loaded = await page.evaluate<string[]>(
    'performance.getEntriesByType("resource").map(({ name }) => name).filter((name) => name.endsWith(".js"))',
  );
  expect(loaded.length).toBeGreaterThan(20);
  expect(loaded).toEqual([...new Set(loaded)]);
});
