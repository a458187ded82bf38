import { setTimeout } from 'node:timers/promises';
import sharp from 'sharp';
import { FormData } from 'undici';
import { describe, sample, summarize, type Caller } from './load.ts';
import { password, type World } from './small-world.ts';

type Work = [name: string, connections: number, send: () => Promise<unknown>];

export async function putUnderFullLoad(caller: Caller, world: World, seconds: number) {
  let count = 0;
  const pick = <T>(list: readonly T[]): T => {
    count += 1;
    const found = list[(count * 7919) % list.length];
    if (found === undefined) throw new Error('There is nothing to pick from');
    return found;
  };
  const events = [...world.freeEventIds, ...world.paidEventIds];
  const lists = [
    '/events?limit=12',
    '/events?limit=12&page=4',
    '/events?limit=12&sort_by=price&order=desc',
    '/events?limit=100&q=bread',
    '/events?category=music',
    '/events/upcoming',
    '/events/past',
  ];
  const pictures = makePictures(world);
  const work: Work[] = [
    ['lists', 4, () => caller.call({ path: pick(lists) })],
    [
      'events, signed in',
      4,
      () => caller.call({ path: `/events/${pick(events)}`, token: pick(world.people).token }),
    ],
    ['own registrations', 2, () => listOwn(caller, pick(world.people))],
    ['registrations', 2, () => registerAndCancel(caller, pick(world.people), pick(world.freeEventIds))],
    ['checkouts', 1, () => openCheckout(caller, pick(world.people), pick(world.paidEventIds))],
    ['logins', 2, () => logIn(caller, pick(world.people).username)],
    ['events with a picture', 1, () => pictures.create(caller)],
  ];
  const loads = await Promise.all(
    work.map(async ([name, connections, send]) => {
      const load = summarize([await sample(send, { connections, seconds })]);
      return { load, line: `${name.padEnd(22)} ${describe(load)}` };
    }),
  );
  return {
    lines: loads.map(({ line }) => line),
    failures: loads.reduce((sum, { load }) => sum + load.failures, 0),
  };
}

type Person = World['people'][number];

function listOwn(caller: Caller, { id, token }: Person) {
  return caller.call({ path: `/users/${id}/registrations?status=all`, token });
}

function logIn(caller: Caller, username: string) {
  return caller.call({ method: 'POST', path: '/auth/login', json: { username, password } });
}

function openCheckout(caller: Caller, { id, token }: Person, eventId: number) {
  const json = { eventId, userId: id };
  return caller.call({ method: 'POST', path: '/stripe/create-checkout-session', token, json });
}

async function registerAndCancel(caller: Caller, { token }: Person, eventId: number) {
  const answer = await caller.call({ method: 'POST', path: `/events/${eventId}/register`, token, json: {} });
  const { registration } = answer as { registration: { id: number } };
  await caller.call({ method: 'PATCH', path: `/events/registrations/${registration.id}/cancel`, token });
}

/** Creates an event with a photograph every two seconds, which is faster than any organiser works. */
function makePictures(world: World) {
  const [organiser] = world.people;
  // Blurred noise compresses about as well as a photograph. Sharp noise would be much harder to encode.
  const photograph = sharp({
    create: {
      width: 3000,
      height: 2000,
      channels: 3,
      background: '#a3b18a',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .blur(6)
    .jpeg({ quality: 80 })
    .toBuffer();
  return {
    async create(caller: Caller) {
      await setTimeout(2000);
      const start = Date.now() + 40 * 24 * 3600 * 1000;
      const form = new FormData();
      form.set('title', 'An evening with a picture');
      form.set('start_time', new Date(start).toISOString());
      form.set('end_time', new Date(start + 3_600_000).toISOString());
      form.set('status', 'draft');
      form.set(
        'event_image',
        new Blob([new Uint8Array(await photograph)], { type: 'image/jpeg' }),
        'photograph.jpg',
      );
      await caller.call({ method: 'POST', path: '/events', token: organiser?.token, form });
    },
  };
}
