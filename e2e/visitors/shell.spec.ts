import { expect, type Page, type Response } from '@playwright/test';
import { openAccountMenu } from '../account-menu.ts';
import { test } from '../foyer-test.ts';
import { expectAccessible, failOnPageErrors } from '../page-checks.ts';
import { skipTimeUntil } from '../page-clock.ts';
import { createUser, logIn, nobody, openPageFor } from '../users.ts';
import { routeOnce } from '../routes.ts';

// Run these stories on all workers, so that no core is idle at the end.
test.describe.configure({ mode: 'parallel' });

const banner = (page: Page) => page.getByRole('banner');

/** Whether the server answers the question whether a user is a site administrator. */
const isAdminCheck = (response: Response) => /\/api\/users\/\d+\/is-site-admin$/.test(response.url());

async function listHeader(page: Page) {
  const texts = await banner(page)
    .getByRole('navigation')
    .locator('a:visible, button:visible')
    .allTextContents();
  return texts.map((text) => text.trim());
}

const listMenu = async (page: Page) =>
  (await page.getByRole('menuitem').allTextContents()).map((text) => text.trim());

test('a visitor uses the header on a wide screen, and the menu of the header on a small screen', async ({
  page,
}) => {
  failOnPageErrors(page);
  await page.goto('/support');
  await expect.poll(() => listHeader(page)).toEqual(['Events', 'Login', 'Sign Up']);
  await page.evaluate('scrollTo({ top: 5000, behavior: "instant" })');
  await expect(banner(page).getByRole('link', { name: 'Foyer' })).toBeInViewport();

  await page.setViewportSize({ width: 360, height: 740 });
  const toggle = page.getByRole('button', { name: 'Open menu' });
  await toggle.click();
  await expect.poll(() => listHeader(page)).toEqual(['Events', 'Login', 'Sign Up', 'Dark Mode']);
  await expect(banner(page).getByRole('link', { name: 'Events' })).toBeFocused();
  await expectAccessible(page, 'the small menu');
  await page.keyboard.press('Escape');
  await expect(toggle).toBeFocused();
  await toggle.click();
  await banner(page).getByRole('link', { name: 'Sign Up' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Sign Up' })).toBeFocused();
  await expect(toggle).toHaveAttribute('aria-expanded', 'false');
  // The menu also closes when the chosen link leads to the current page.
  await toggle.click();
  await banner(page).getByRole('link', { name: 'Sign Up' }).click();
  await expect(toggle).toHaveAttribute('aria-expanded', 'false');
  await expect(toggle).toBeFocused();

  await page.goto('/support');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
});

test('the header shows each role its own links, but shows the admin link only after the server has confirmed the role', async ({
  browser,
  foyer,
}) => {
  const attendee = await openPageFor(browser, foyer, await createUser(foyer, 'ann'));
  await attendee.goto('/events');
  await expect.poll(() => listHeader(attendee)).toEqual(['Events', 'Logout']);
  const menu = await openAccountMenu(attendee);
  await expect(menu.getByText('My Account')).toBeVisible();
  await expect(menu).toHaveCSS('width', '224px');
  await expect
    .poll(() => listMenu(attendee))
    .toEqual(['Profile', 'Account security', 'Events', 'Dark Mode', 'Logout']);
  await attendee.keyboard.press('Escape');
  await attendee.goto('/admin/users');
  await expect(attendee).toHaveURL(`${foyer.url}/`);

  const organiser = await openPageFor(browser, foyer, await createUser(foyer, 'orla', 'Kilns of'));
  await organiser.goto('/events');
  await expect.poll(() => listHeader(organiser)).toEqual(['Dashboard', 'Events', 'Logout']);
  await openAccountMenu(organiser);
  await expect
    .poll(() => listMenu(organiser))
    .toEqual(['Profile', 'Account security', 'Dashboard', 'Events', 'Dark Mode', 'Logout']);

  const admin = await openPageFor(browser, foyer, nobody);
  await logIn(admin, 'admin');
  // Wait for the check of this page. A check that is under way during a change of page would serve both pages.
  const isCheckOfList = (response: Response) =>
    isAdminCheck(response) && response.request().headers().referer === `${foyer.url}/events`;
  const [firstCheck] = await Promise.all([admin.waitForResponse(isCheckOfList), admin.goto('/events')]);
  await firstCheck.finished();
  await expect(banner(admin).getByRole('link', { name: 'Admin' })).toBeVisible();
  const check = admin.waitForResponse(isAdminCheck);
  await admin
    .getByRole('link', { name: /^Details/ })
    .first()
    .click();
  await expect(admin).toHaveURL(/\/events\/\d+-[a-z0-9-]+$/);
  expect(await (await check).json()).toEqual({ is_site_admin: true });
  await openAccountMenu(admin);
  await expect.poll(() => listMenu(admin)).toContain('Admin Dashboard');
  await admin.keyboard.press('Escape');

  // The call that tells whether the user is an administrator fails. The next page then has no link to the
  // admin dashboard.
  admin.removeAllListeners('console');
  await admin.route(/\/is-site-admin$/, (route) => route.abort());
  await banner(admin).getByRole('link', { name: 'Events' }).click();
  await expect(banner(admin).getByRole('link', { name: 'Admin' })).toBeHidden();
});

test('an unknown web address shows a not-found page that links to the home page', async ({ page, foyer }) => {
  await page.goto('/nowhere/at/all');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Ruh Roh. The page you are looking for does not exist.',
  );
  await page.getByRole('link', { name: 'Go to Home' }).click();
  await expect(page).toHaveURL(`${foyer.url}/`);
});

test('the footer has four columns and the year, and links to sections of the landing page', async ({
  page,
}) => {
  await page.goto('/support');
  const footer = page.getByRole('contentinfo');
  await expect(footer.getByText('Create, manage and attend events with ease.')).toBeVisible();
  await expect(footer.getByRole('heading')).toHaveText(['Quick Links', 'Support', 'Connect']);
  const links = await page.evaluate<string[][]>(
    `[...document.querySelectorAll('footer a')].map((link) => [
      link.textContent.trim() || link.getAttribute('aria-label'),
      link.getAttribute('href'),
    ])`,
  );
  expect(links).toEqual([
    ['Foyer', '/'],
    ['Events', '/events'],
    ['Help Center', '/#help'],
    ['Contact Us', '/#contact'],
    ['Privacy Policy', '/#privacy'],
    ['Foyer on X', '/'],
    ['Foyer on Instagram', '/'],
    ['Foyer on LinkedIn', '/'],
  ]);
  await expect(footer.getByText(`© ${new Date().getFullYear()} Foyer.`)).toBeVisible();
  for (const [link, section] of [
    ['Help Center', 'Help'],
    ['Contact Us', 'Contact'],
    ['Privacy Policy', 'Privacy'],
  ] as const) {
    await footer.getByRole('link', { name: link }).click();
    await expect(page.getByRole('heading', { level: 2, name: section })).toBeInViewport();
  }
});

test('the notice about slow first visits appears during a slow call, and never appears again after the user closed it', async ({
  page,
}) => {
  await page.clock.install();
  const notice = page.getByText('API load times can take up to 45 seconds on the first visit.');
  /** Opens the events list while its first API call is slow. Returns a function that lets the call continue. */
  const openSlowly = async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.goto('/events', { waitUntil: 'networkidle' });
    await expect(notice).toHaveCount(0);
    await routeOnce(page, '**/api/events?**', (route) => released.then(() => route.continue()));
    await page.getByLabel('Sort by').selectOption('Location');
    await expect(page.getByText('Loading events...')).toBeVisible();
    await page.clock.runFor(2000);
    return release;
  };
  const answer = await openSlowly();
  await expect(notice).toBeVisible();
  answer();
  await expect(notice).toHaveCount(0);

  const answerAgain = await openSlowly();
  await page.getByRole('button', { name: 'Close this notice' }).click();
  await expect(notice).toBeHidden();
  answerAgain();
  // Wait until the call has ended. The browser may hang if the test leaves the page while an intercepted call
  // continues.
  await expect(page.getByText('Loading events...')).toBeHidden();
  await openSlowly();
  await expect(notice).toHaveCount(1);
  await expect(notice).toBeHidden();
});

test('the word in the headline changes every three seconds, but screen readers read it only once', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.clock.install();
  await page.goto('/');
  const headline = page.getByRole('heading', { level: 1 });
  await expect(headline).toHaveAccessibleName('Discover Local, Tech, Community events.');
  const shown = () => headline.locator('[aria-hidden] > span:not([class*="opacity-0"])').allTextContents();
  expect(await shown()).toEqual(['Local']);
  await expect(page.getByRole('button', { name: /^Switch to/ }).first()).toBeEnabled();
  await page.clock.runFor(3000);
  await expect.poll(shown).toEqual(['Tech']);
  await page.clock.runFor(3000);
  await expect.poll(shown).toEqual(['Community']);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.clock.runFor(9000);
  expect(await shown()).toEqual(['Community']);
  await expect(headline).toHaveAccessibleName('Discover Local, Tech, Community events.');
});

test('the landing page shows one error while the server is unreachable, and recovers by itself', async ({
  page,
  context,
}) => {
  await page.clock.install();
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/support');
  // Wait for hydration, because before hydration the link below loads a whole new document. This button has the label
  // for the browser's dark theme only after hydration.
  await expect(banner(page).getByRole('button', { name: 'Switch to light mode' })).toBeVisible();
  await context.route('**/api/**', (route) => route.abort());
  await banner(page).getByRole('link', { name: 'Foyer' }).click();
  await expect(page.getByText('Loading events...')).toBeAttached();
  await skipTimeUntil(page, page.getByText('Error fetching events'));
  await expect(page.getByText('Error fetching events')).toHaveCount(1);
  await expect(
    page.getByRole('alert').getByText('Foyer cannot be reached. Check your connection and try again.'),
  ).toBeVisible();
  await expectAccessible(page, 'the landing page after a failure');
  await context.unroute('**/api/**');
  const links = page.getByRole('link', { name: /^Learn More/ });
  await skipTimeUntil(page, links);
  await expect(links).toHaveCount(3);
  await expect(page.getByRole('alert').filter({ hasText: 'cannot be reached' })).toHaveCount(0);
  await links.first().click();
  await expect(page).toHaveURL(/\/events\/\d+-[a-z0-9-]+$/);
});
