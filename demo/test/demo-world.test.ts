import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDemoWorld } from '../src/demo-world.ts';
import { startTestApp, type TestApp } from '../../server/test/app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
  // Create the demo world twice at once, like two processes that start on the same empty database. Draw no pictures,
  // because the browser stories test them.
  const noPictures = async () => [];
  await Promise.all([makeDemoWorld(app.deps, noPictures), makeDemoWorld(app.deps, noPictures)]);
});

afterAll(() => app.close());

describe('the demo world', () => {
  it('is created only once when several processes start at the same time', async () => {
    const { events } = await app.db
      .selectFrom('events')
      .select((select) => select.fn.countAll<number>().as('events'))
      .executeTakeFirstOrThrow();
    expect(events).toBeGreaterThanOrEqual(30);
    expect(await makeDemoWorld(app.deps)).toBe(true);
    const titles = await app.db.selectFrom('events').select('title').execute();
    expect(new Set(titles.map(({ title }) => title)).size).toBe(events);
  });

  it('lets the four users named in the README log in, and only the one called “admin” is a site administrator', async () => {
    for (const username of ['admin', 'teamadmin', 'eventmanager', 'attendee']) {
      const { status, body } = await app.call('POST /auth/login', {
        body: { username, password: 'password123' },
      });
      expect(status).toBe(200);
      expect(body.data.user.is_site_admin).toBe(username === 'admin');
    }
  });

  it('gives the user called “attendee” a used ticket and two valid tickets, none of them paid for', async () => {
    const { body: session } = await app.call('POST /auth/login', {
      body: { username: 'attendee', password: 'password123' },
    });
    const { accessToken: token, user } = session.data;
    const { body } = await app.call('GET /tickets/user/:userId', { token, params: { userId: user.id } });
    const tickets = body.tickets.toSorted((a, b) => a.start_time.localeCompare(b.start_time));
    expect(tickets.map(({ status, paid }) => ({ status, paid }))).toEqual([
      { status: 'used', paid: false },
      { status: 'valid', paid: false },
      { status: 'valid', paid: false },
    ]);
    const [used, free] = tickets;
    expect(used && used.issued_at < used.start_time && used.used_at).toMatch(/^\d{4}-/);
    const address = `/api/tickets/verify/${free?.ticket_code}`;
    expect(await app.send('GET', address, { token })).toMatchObject({ status: 200 });
  });

  it('has the right number of taken seats for each event, and a ticket for each registration', async () => {
    const rows = await app.db
      .selectFrom('events')
      .leftJoin('orders', (join) =>
        join.onRef('orders.event_id', '=', 'events.id').on('orders.status', '=', 'confirmed'),
      )
      .leftJoin('tickets', 'tickets.order_id', 'orders.id')
      .select((select) => [
        'events.title',
        'events.seats_taken',
        select.fn.count<number>('orders.id').as('registered'),
        select.fn.count<number>('tickets.id').as('tickets'),
      ])
      .groupBy('events.id')
      .execute();
    expect(
      rows.filter((row) => row.seats_taken !== row.registered || row.tickets !== row.registered),
    ).toEqual([]);
    expect(rows.some((row) => row.registered > 10)).toBe(true);
  });
});
