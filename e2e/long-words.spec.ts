import { logInAdmin } from './admins.ts';
import { test } from './foyer-test.ts';
import { buyTicket, call, openPageOf, signUpMember } from './members.ts';
import { expectToFit } from './soundness.ts';

const word = 'Wmwm'.repeat(40);

test('words as long as they may be make no page wider than a phone', async ({ browser, foyer }) => {
  const organiser = await signUpMember(foyer, 'wmwmwmwmwmwmwm', word.slice(0, 60));
  const guest = await signUpMember(foyer, 'mwmwmwmwmwmwmw');
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

  const admin = await logInAdmin(foyer);
  const seen = [
    { who: guest, paths: ['/', '/events', `/events/${event.id}`, '/profile'] },
    {
      who: organiser,
      paths: [
        `/events/${event.id}`,
        `/events/${event.id}/edit`,
        `/events/${event.id}/attendees`,
        '/dashboard',
        '/dashboard?section=team-members',
        '/tickets/verify/AAAAAAAAAAAAAAAAAAAAAAAA',
        '/profile',
      ],
    },
    {
      who: admin,
      paths: [
        '/admin/users?sort_by=id&order=desc',
        `/admin/users/${guest.id}`,
        '/admin/teams?sort_by=id&order=desc',
        `/admin/teams/${event.team_id}/members`,
        '/admin/events?sort_by=id&order=desc',
        '/admin/payments',
        '/admin/webhooks',
        '/admin/audit',
      ],
    },
  ];
  for (const { who, paths } of seen) {
    const page = await openPageOf(browser, foyer, who, { viewport: { width: 320, height: 800 } });
    for (const path of paths) {
      await page.goto(path, { waitUntil: 'networkidle' });
      await expectToFit(page, path);
    }
    await page.context().close();
  }
});
