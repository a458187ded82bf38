import { expect, type Page } from '@playwright/test';
import { test } from './foyer-test.ts';
import { expectNoComplaints, logIn } from './people.ts';
import { expectSound } from './soundness.ts';

const forVisitors = [
  '/',
  '/events',
  '/events?category=Music&page=1',
  '/auth/login',
  '/auth/signup',
  '/support',
  '/nowhere',
];
const forOrganisers = [
  '/profile',
  '/dashboard',
  '/dashboard?section=draft-events',
  '/dashboard?section=team-members',
  '/events/create',
  '/tickets/verify/AAAAAAAAAAAAAAAAAAAAAAAA',
  '/payment/success?session_id=cs_test_nobody',
];

const forAdministrators = [
  '/admin',
  '/admin/users',
  '/admin/users?q=nobody&sort_by=email&order=desc',
  '/admin/users/2',
  '/admin/teams',
  '/admin/teams/1/members',
  '/admin/events',
  '/admin/settings',
  '/admin/payments',
  '/admin/webhooks',
  '/admin/audit',
];

/** Opens a page until nothing more is on its way, and has it examined: narrow and light, then wide and dark. */
async function examine(page: Page, path: string) {
  await page.setViewportSize({ width: 320, height: 800 });
  await page.goto(path, { waitUntil: 'networkidle' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectSound(page, `${path} at 320 pixels in the light theme`, true);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.evaluate("document.documentElement.classList.add('dark')");
  await expectSound(page, `${path} at 1280 pixels in the dark theme`, true);
}

test.describe('every page is sound and can be used by everybody:', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('for visitors', async ({ page }) => {
    expectNoComplaints(page);
    for (const path of forVisitors) await examine(page, path);
    await page.goto('/events');
    await page
      .getByRole('link', { name: /^Details/ })
      .first()
      .click();
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('What’s on');
    await examine(page, page.url());
  });

  test('for organisers', async ({ page }) => {
    expectNoComplaints(page);
    await logIn(page, 'teamadmin');
    for (const path of forOrganisers) await examine(page, path);
  });

  test('for organisers of an event', async ({ page }) => {
    expectNoComplaints(page);
    await logIn(page, 'teamadmin');
    for (const [link, there] of [
      [/^Edit/, page.getByRole('textbox', { name: 'Title' })],
      [/^Attendees/, page.getByLabel('Search attendees')],
      [/^Check in/, page.getByRole('button', { name: 'Start Camera' })],
    ] as const) {
      await page.goto('/dashboard');
      await page.getByRole('link', { name: link }).first().click();
      await expect(there).toBeVisible();
      await examine(page, page.url());
    }
  });

  test('for administrators', async ({ page }) => {
    expectNoComplaints(page);
    await logIn(page, 'admin');
    for (const path of forAdministrators) await examine(page, path);
  });
});

test('the server sends a page whole, the same for everybody, and its own scripts alone', async ({
  request,
}) => {
  const answer = await request.get('/events');
  const html = await answer.text();
  expect(html).toContain('Lamplight Market');
  expect(html.match(/<script(?![^>]*(?:src=|type="application\/(?:ld\+)?json"))/g)).toBeNull();
  expect(answer.headers()['content-security-policy']).toContain("script-src 'self';");
  expect(answer.headers()['cache-control']).toContain('public');
  const picture = /\/uploads\/events\/\w+\/card\.webp/.exec(html)?.[0];
  expect((await request.get(String(picture))).headers()['content-type']).toBe('image/webp');
  const missing = await request.get('/events/999999');
  expect(missing.status()).toBe(404);
  expect(await missing.text()).toContain('Event not found');
});

test('the API’s viewer fits a phone and rings nothing around a call that an address names', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto('/api/docs#tag/tickets/POST/tickets');
  const call = page.locator('section:focus');
  await expect(call).toContainText('Give somebody a complimentary ticket');
  await expect(call).toHaveCSS('outline-style', 'none');
  await expect(page.locator('header').getByText('Give somebody a complimentary ticket')).toBeVisible();
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
});
