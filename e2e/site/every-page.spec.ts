import { expect, type Page } from '@playwright/test';
import { test } from '../foyer-test.ts';
import { logInPerson, openPageOf } from '../organisers/members.ts';
import { expectSound } from '../soundness.ts';

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

/** Opens a page until nothing more is on its way, and has it examined. */
async function examine(page: Page, path: string) {
  await page.goto(path, { waitUntil: 'networkidle' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectSound(page, path, true);
}

for (const { colorScheme, width } of [
  { colorScheme: 'light', width: 320 },
  { colorScheme: 'dark', width: 1280 },
] as const) {
  test.describe(`at ${width} pixels in the ${colorScheme} theme`, () => {
    const options = { colorScheme, viewport: { width, height: 800 }, reducedMotion: 'reduce' } as const;

    test('every page for visitors is sound and can be used by everybody', async ({ browser, foyer }) => {
      const page = await openPageOf(browser, foyer, { remembered: [] }, options);
      for (const path of forVisitors) await examine(page, path);
      await page.goto('/events');
      await page
        .getByRole('link', { name: /^Details/ })
        .first()
        .click();
      await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('What’s on');
      await examine(page, page.url());
    });

    test('every page for organisers is sound and can be used by everybody', async ({ browser, foyer }) => {
      const page = await openPageOf(browser, foyer, await logInPerson(foyer, 'teamadmin'), options);
      for (const path of forOrganisers) await examine(page, path);
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

    test('every page for administrators is sound and can be used by everybody', async ({
      browser,
      foyer,
    }) => {
      const page = await openPageOf(browser, foyer, await logInPerson(foyer, 'admin'), options);
      for (const path of forAdministrators) await examine(page, path);
    });
  });
}

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
  await expect(call).toContainText('Issue a complimentary ticket');
  await expect(call).toHaveCSS('outline-style', 'none');
  await expect(page.locator('header').getByText('Issue a complimentary ticket')).toBeVisible();
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
});
