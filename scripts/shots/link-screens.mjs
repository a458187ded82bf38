/** @import { Page } from '@playwright/test' */
/** @import { Screen } from './screen.mjs' */

/**
 * Lists the pages of mailed links, with invented secrets and invented answers of the server.
 * @returns {Screen[]}
 */
export function makeLinkScreens() {
  const as = 'nobody';
  return [
    { name: 'gallery', as, open: (page) => page.goto('/dev/ui') },
    { name: 'outbox', as, open: (page) => page.goto('/dev/outbox') },
    { name: 'outbox-mail', as, open: showKeptMail },
    { name: 'link-forgot-password', as, open: (page) => page.goto('/auth/forgot-password') },
    { name: 'link-forgot-password-sent', as, open: askForPassword },
    { name: 'link-reset-password', as, open: (page) => page.goto('/reset-password#a') },
    { name: 'link-reset-password-dead', as, open: choosePassword },
    {
      name: 'link-reset-password-done',
      as,
      open: (page) => after(page, 'auth/reset-password', choosePassword),
    },
    { name: 'link-verify-email-dead', as, open: (page) => page.goto('/verify-email#a') },
    {
      name: 'link-verify-email-done',
      as,
      open: (page) => after(page, 'auth/verify-email', openVerification),
    },
    { name: 'link-follow-sent', as, open: (page) => page.goto('/follow?outcome=sent') },
    { name: 'link-follow', as, open: showFollow },
    { name: 'link-follow-dead', as, open: (page) => page.goto('/follow#a') },
    { name: 'link-mail-stops', as, open: showMailStops },
    { name: 'link-mail-stops-dead', as, open: (page) => page.goto('/mail/stop/a') },
    { name: 'link-profile-not-verified', as: 'attendee', open: (page) => showNotVerified(page, '/profile') },
    {
      name: 'link-dashboard-not-verified',
      as: 'teamadmin',
      open: (page) => showNotVerified(page, '/dashboard'),
    },
  ];
}

/** @param {Page} page */
async function showKeptMail(page) {
  await page.goto('/dev/outbox');
  await page
    .getByRole('link', { name: /^Your ticket/ })
    .first()
    .click();
  await page.getByRole('heading', { name: 'As text' }).waitFor();
}

/** @param {Page} page */
async function askForPassword(page) {
  await page.goto('/auth/forgot-password', { waitUntil: 'networkidle' });
  await page.getByRole('textbox', { name: 'Email' }).fill('mara.ellis@example.org');
  await page.getByRole('button', { name: 'Send the link' }).click();
  await page.getByRole('heading', { name: 'Check your email' }).waitFor();
}

/** @param {Page} page */
async function choosePassword(page) {
  await page.goto('/reset-password#a', { waitUntil: 'networkidle' });
  await page.getByRole('textbox', { name: 'New password' }).fill('seven green bottles');
  await page.getByRole('button', { name: 'Change password' }).click();
  await page.getByRole('heading', { name: /Password changed|does not work/ }).waitFor();
}

/** @param {Page} page */
function openVerification(page) {
  return page.goto('/verify-email#a');
}

/**
 * Opens a page as if the server had accepted the link's secret.
 * @param {Page} page
 * @param {string} call
 * @param {(page: Page) => Promise<unknown>} open
 */
async function after(page, call, open) {
  await page.route(`**/api/${call}`, (route) => route.fulfill({ json: { status: 'success', msg: 'Done' } }));
  await open(page);
}

/** @param {Page} page */
async function showFollow(page) {
  const team = { id: 1, name: 'The Maltings Arts Collective' };
  await page.route('**/api/follows/find', (route) => route.fulfill({ json: { status: 'success', team } }));
  await page.goto('/follow#a');
  await page.getByRole('button', { name: 'Yes, follow this team' }).waitFor();
}

/** @param {Page} page */
async function showMailStops(page) {
  const choices = [
    { scope: 'team', name: 'The Maltings Arts Collective', is_stopped: true },
    { scope: 'all', name: null, is_stopped: false },
  ];
  await page.route('**/api/mail-stops/find', (route) =>
    route.fulfill({ json: { status: 'success', choices } }),
  );
  await page.goto('/mail/stop/a');
}

/**
 * Opens a page as a user whose email address is not verified.
 * @param {Page} page
 * @param {string} path
 */
async function showNotVerified(page, path) {
  await page.route(/\/api\/users\/\d+$/, async (route) => {
    const response = await route.fetch();
    /** @type {{ user: object }} */
    const { user } = await response.json();
    await route.fulfill({ response, json: { status: 'success', user: { ...user, email_verified: false } } });
  });
  await page.goto(path);
  await page.getByRole('button', { name: 'Send again' }).waitFor();
}
