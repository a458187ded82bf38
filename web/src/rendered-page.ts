// What tests of rendered pages share.
import { render, type RenderOptions } from './entry-server.tsx';

/** An event that the API of the tests of rendered pages has. */
export const event = {
  id: 7,
  title: 'Jazz </script><script>alert(1)</script>',
  description: 'Bring a jumper.',
  description_html: '<p>Bring a jumper.</p>\n',
  location: 'The Boiler House',
  category: 'Music',
  price: 12.5,
  highest_price: 12.5,
  refund_days: null,
  start_time: '2030-01-05T19:00:00.000Z',
  end_time: '2030-01-05T22:00:00.000Z',
  max_attendees: 40,
  tickets_remaining: 3,
  all_reserved: false,
  sales_paused: false,
  event_img_url: '/uploads/jazz.webp',
  status: 'published',
  is_public: true,
  is_past: false,
  team_id: 1,
  team_name: 'Quayside Collective',
  created_by: 1,
  creator_username: 'teamadmin',
  attendee_count: 37,
  more_dates: [],
  event_type: null,
  created_at: '2029-12-01T00:00:00.000Z',
  updated_at: '2029-12-01T00:00:00.000Z',
};
const missing = { status: 'error', code: 'event_not_found', msg: 'Event not found' };
export const busy = { status: 'error', code: 'unavailable', msg: 'Foyer is busy right now.' };

/** The key of the private event 9. */
export const key = 'pR4vJ0c5mZ2k7VwN8rTb1g';

/** Stands in for the API. */
export function answer(url: string): Response {
  const { pathname, searchParams } = new URL(url);
  if (pathname === '/api/events') return Response.json({ events: [event], total_events: 1, total_pages: 1 });
  if (pathname === '/api/events/categories') return Response.json({ categories: [{ id: 1, name: 'Music' }] });
  if (pathname === '/api/events/7') return Response.json({ event });
  if (pathname === '/api/events/9' && searchParams.get('key') === key) {
    return Response.json({ event: { ...event, id: 9, title: 'Secret supper', is_public: false } });
  }
  return Response.json(missing, { status: 404 });
}

/** Returns `changed` for the call that loads event 7, and the usual answer for every other call. */
export function answerWith(url: string, changed: typeof event): Promise<Response> {
  const isEvent = new URL(url).pathname === '/api/events/7';
  return Promise.resolve(isEvent ? Response.json({ event: changed }) : answer(url));
}

const options: RenderOptions = {
  origin: 'https://foyer.example',
  fetch: (asked) => Promise.resolve(answer(asked)),
  assets: { scripts: ['/assets/entry.js'], styles: [], preloads: [], css: '.entry{}' },
  coldStartNotice: 'on',
  supportContact: null,
  passwordMinLength: 6,
  timeZone: 'Europe/London',
};

export function renderPage(url: string, fetch = options.fetch, settings: Partial<RenderOptions> = {}) {
  return render(url, { ...options, fetch, ...settings });
}
