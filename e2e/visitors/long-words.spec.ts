import type { Browser } from '@playwright/test';
import { logInAdmin } from '../admins/admins.ts';
import { test } from '../foyer-test.ts';
import { buyTicket, call, createUser, openPageInNewContext, type User } from '../users.ts';
import type { Foyer } from '../server.ts';
import { expectToFit } from '../page-checks.ts';

const word = 'Wmwm'.repeat(40);

/** Creates an organiser, an event and a ticket holder whose names and texts have no spaces. */
async function createLongNames(foyer: Foyer) {
  const organiser = await createUser(foyer, 'wmwmwmwmwmwmwm', word.slice(0, 60));
  const guest = await createUser(foyer, 'mwmwmwmwmwmwmw');
  const description = `${word}\n${word} ${word}`;
  const { event } = await call<{ event: { id: number; team_id: number } }>(foyer, 'POST /events', organiser, {
    title: word,
    description,
    location: word,
    start_time: '2031-05-01T18:00:00.000Z',
    end_time: '2031-05-01T21:30:00.000Z',
    category: 'Education',
    price: 99_999,
    max_attendees: 100_000,
    status: 'published',
    is_public: true,
  });
  await call(foyer, `PATCH /teams/${event.team_id}`, organiser, { description });
  await buyTicket(foyer, guest, event.id);
  const { tickets } = await call<{ tickets: { ticket_code: string }[] }>(
    foyer,
    `GET /tickets/user/${guest.id}`,
    guest,
  );
  return { organiser, guest, event, code: tickets[0]?.ticket_code };
}

async function expectAllToFit(browser: Browser, foyer: Foyer, who: User, paths: string[]) {
  const page = await openPageInNewContext(browser, foyer, who, {
    // Playwright never sees the end of a request that the service worker makes, and waits up to 30 seconds for it.
    serviceWorkers: 'block',
    viewport: { width: 320, height: 800 },
  });
  for (const path of paths) {
    await page.goto(path, { waitUntil: 'networkidle' });
    await expectToFit(page, path);
  }
}

test.describe('the longest words fit the width of a phone', () => {
  test('on the pages for ticket holders', async ({ browser, foyer }) => {
    const { guest, event } = await createLongNames(foyer);
    await expectAllToFit(browser, foyer, guest, [
      `/events?q=${word.slice(0, 50)}`,
      `/events/${event.id}`,
      '/profile',
    ]);
  });

  test('on the pages for the team', async ({ browser, foyer }) => {
    const { organiser, event, code } = await createLongNames(foyer);
    await expectAllToFit(browser, foyer, organiser, [
      `/events/${event.id}`,
      `/events/${event.id}/edit`,
      `/events/${event.id}/attendees`,
      '/dashboard',
      '/dashboard?section=team-members',
      `/tickets/verify/${code}`,
      '/profile',
    ]);
  });

  test('on the pages for administrators', async ({ browser, foyer }) => {
    const { guest, event } = await createLongNames(foyer);
    await expectAllToFit(browser, foyer, await logInAdmin(foyer), [
      '/admin/users?sort_by=id&order=desc',
      `/admin/users/${guest.id}`,
      '/admin/teams?sort_by=id&order=desc',
      `/admin/teams/${event.team_id}/members`,
      '/admin/events?sort_by=id&order=desc',
      '/admin/payments',
      '/admin/webhooks',
      '/admin/audit',
    ]);
  });
});
