import { setTimeout } from 'node:timers/promises';
import { findFreePort } from '../free-port.ts';
import { startMailServer, type TestMailServer } from '../mails/mail-server.ts';
import { listBrokenInvariants, listMoneyDue } from '../model/invariants.ts';
import { startOwnPostgres, type OwnPostgres } from '../database/postgres.ts';
import { findFirstType, makeGuest, openOrderPage, orderAsGuest } from './sales.ts';
import { payOnPage, publishEvents, startProcesses, type Buyer, type Processes } from './processes.ts';

/** Two server processes, with a database and a mail server that a test can stop and start again. */
export interface TestSite {
  postgres: OwnPostgres;
  processes: Processes;
  mail: { server: TestMailServer; goAway(): Promise<void>; comeBack(): Promise<void> };
  stop(): Promise<void>;
}

export interface Outage {
  /**
   * How many of the reads got each response status. A 503 without a Retry-After header has a separate entry,
   * because every 503 should have this header.
   */
  reads: Record<string, number>;
  /** How many of the other requests during the outage got each response status or error code. */
  answers: Record<string, number>;
  /** The time from the end of the outage until all delayed work was done. */
  millisecondsToCatchUp: number;
  /** Describes everything that is wrong after the outage. Empty when nothing is wrong. */
  faults: string[];
}

const card = '4242424242424242';
const pauseMs = 100;

export async function startTestSite(): Promise<TestSite> {
  const postgres = await startOwnPostgres();
  const port = await findFreePort();
  const first = await startMailServer({ port });
  const env = { SMTP_URL: `smtp://127.0.0.1:${port}`, LOG_LEVEL: 'silent' };
  const processes = await startProcesses(postgres.adminUrl, { count: 2, env });
  const mail = {
    server: first,
    goAway: () => mail.server.close(),
    async comeBack() {
      mail.server = await startMailServer({ port });
    },
  };
  return {
    postgres,
    processes,
    mail,
    async stop() {
      await processes.stop();
      await mail.server.close();
      await postgres.stop();
    },
  };
}

/**
 * Keeps sending reads to both processes. Returns a function that stops the reads and returns how often each status
 * came.
 */
function keepReading({ processes }: TestSite, eventId: number) {
  const reads: Record<string, number> = {};
  const ending = new AbortController();
  const paths = ['/api/events?limit=12', `/api/events/${eventId}`];
  const read = async (which: number) => {
    for (let n = which; !ending.signal.aborted; n += 1) {
      const { status, headers } = await processes.send(which, paths[n % paths.length] ?? '');
      const name = status === 503 && !headers.has('retry-after') ? '503 without Retry-After' : String(status);
      reads[name] = (reads[name] ?? 0) + 1;
      await setTimeout(10);
    }
  };
  const readers = [0, 1].map(read);
  return async () => {
    ending.abort();
    await Promise.all(readers);
    return reads;
  };
}

/**
 * Polls until all work is done, and returns how long the work took. Infinity means that `maxMs` was too
 * short.
 */
async function waitUntil(isCaughtUp: () => Promise<boolean>, maxMs: number): Promise<number> {
  const started = performance.now();
  while (performance.now() - started < maxMs) {
    if (await isCaughtUp().catch(() => false)) return performance.now() - started;
    await setTimeout(pauseMs);
  }
  return Infinity;
}

interface Scenario {
  eventId: number;
  goAway(): Promise<unknown>;
  duringOutage(): Promise<(number | string | undefined)[]>;
  comeBack(): Promise<unknown>;
  isCaughtUp(): Promise<boolean>;
}

const longestCatchUpMs = 180_000;

async function watchOutage(site: TestSite, outageMs: number, scenario: Scenario): Promise<Outage> {
  const stopReading = keepReading(site, scenario.eventId);
  await scenario.goAway();
  const ends = setTimeout(outageMs);
  const answered = await scenario.duringOutage();
  await ends;
  await scenario.comeBack();
  const millisecondsToCatchUp = await waitUntil(() => scenario.isCaughtUp(), longestCatchUpMs);
  const reads = await stopReading();
  const answers: Record<string, number> = {};
  for (const one of answered) answers[String(one)] = (answers[String(one)] ?? 0) + 1;
  const { db } = site.processes;
  const faults = [...(await listBrokenInvariants(db)), ...(await listMoneyDue(db))];
  return { reads, answers, millisecondsToCatchUp, faults };
}

async function buy({ processes }: TestSite, buyer: Buyer, eventId: number): Promise<string> {
  const request = { token: buyer.token, body: { eventId, userId: buyer.id } };
  const { body } = await processes.call(buyer.id, 'POST /stripe/create-checkout-session', request);
  await payOnPage(processes, buyer.id, body.sessionId, card);
  return body.sessionId;
}

async function countTickets({ processes }: TestSite, eventId: number, status: 'valid' | 'refunded') {
  const tickets = await processes.db
    .selectFrom('tickets')
    .select('id')
    .where('event_id', '=', eventId)
    .where('status', '=', status)
    .execute();
  return tickets.length;
}

/**
 * Cancels an event while the payment provider is down. The tickets of the event must be refunded after the
 * outage, and a guest must then be able to pay for an order.
 */
export async function watchProviderOutage(site: TestSite, outageMs: number): Promise<Outage> {
  const { processes } = site;
  const { ids, organiser } = await publishEvents(processes, { price: 12, max_attendees: 20 }, 2);
  const [cancelled = 0, onSale = 0] = ids;
  const buyers = await processes.makeBuyers(8);
  const [late, ...early] = buyers;
  if (!late) throw new Error('There is no buyer');
  for (const buyer of early) await buy(site, buyer, cancelled);
  await waitUntil(async () => (await countTickets(site, cancelled, 'valid')) === early.length, 30_000);
  const items = [{ ticket_type_id: await findFirstType(processes, onSale), quantity: 2 }];
  const { order } = (await orderAsGuest(processes, 0, { event_id: onSale, items })).body;
  return watchOutage(site, outageMs, {
    eventId: onSale,
    goAway: () => processes.setSwitches({ api: 'unreachable' }),
    async duringOutage() {
      const cancel = { token: organiser.token, params: { id: cancelled }, body: { status: 'cancelled' } };
      const checkout = { token: late.token, body: { eventId: onSale, userId: late.id } };
      return [
        (await processes.call(0, 'PATCH /events/:id', cancel)).status,
        (await processes.call(1, 'POST /stripe/create-checkout-session', checkout)).body.code,
        (await openOrderPage(processes, 0, order)).body.code,
      ];
    },
    comeBack: () => processes.setSwitches({ api: 'up' }),
    async isCaughtUp() {
      const due = await listMoneyDue(processes.db);
      const returned = await countTickets(site, cancelled, 'refunded');
      const page = await openOrderPage(processes, 1, order);
      return due.length === 0 && returned === early.length && page.status === 200;
    },
  });
}

/**
 * Registers people, and sells orders to guests, while the mail server is down. Each of them must get exactly one email
 * after the outage.
 */
export async function watchMailOutage(site: TestSite, outageMs: number): Promise<Outage> {
  const { processes, mail } = site;
  const [eventId = 0] = (await publishEvents(processes, { price: 0, max_attendees: 20 })).ids;
  const people = await processes.makeBuyers(8);
  const guests = Array.from({ length: 3 }, makeGuest);
  const items = [{ ticket_type_id: await findFirstType(processes, eventId), quantity: 2 }];
  const recipients = [...people, ...guests];
  const listMailed = () => {
    const mails = mail.server.listReceived();
    return mails.flatMap(({ to }) => to?.map(({ address }) => address) ?? []);
  };
  const outage = await watchOutage(site, outageMs, {
    eventId,
    goAway: () => mail.goAway(),
    duringOutage: () =>
      Promise.all([
        ...people.map(async ({ id, token }) => {
          const request = { token, params: { id: eventId }, body: {} };
          return (await processes.call(id, 'POST /events/:id/register', request)).status;
        }),
        ...guests.map(
          async (guest, n) => (await orderAsGuest(processes, n, { event_id: eventId, items }, guest)).status,
        ),
      ]),
    comeBack: () => mail.comeBack(),
    async isCaughtUp() {
      const mailed = new Set(listMailed());
      return recipients.every(({ email }) => mailed.has(email));
    },
  });
  const mailed = listMailed();
  const twice = recipients.filter(({ email }) => mailed.filter((one) => one === email).length > 1);
  return { ...outage, faults: [...outage.faults, ...twice.map(({ email }) => `${email} was mailed twice`)] };
}

/**
 * Stops the database just after people have paid. After the outage, the buyers must get their tickets and emails, and
 * a guest can repeat an order from the outage.
 */
export async function watchDatabaseOutage(site: TestSite, outageMs: number): Promise<Outage> {
  const { processes, postgres, mail } = site;
  const [eventId = 0] = (await publishEvents(processes, { price: 12, max_attendees: 20 })).ids;
  const buyers = await processes.makeBuyers(6);
  const [late, ...early] = buyers;
  if (!late) throw new Error('There is no buyer');
  for (const buyer of early) await buy(site, buyer, eventId);
  const checkout = { token: late.token, body: { eventId, userId: late.id } };
  const tryToBuy = () => processes.call(1, 'POST /stripe/create-checkout-session', checkout);
  const guest = makeGuest();
  const items = [{ ticket_type_id: await findFirstType(processes, eventId), quantity: 2 }];
  const tryToOrder = (which: number) => orderAsGuest(processes, which, { event_id: eventId, items }, guest);
  return watchOutage(site, outageMs, {
    eventId,
    goAway: () => postgres.goAway(),
    duringOutage: async () => [
      (await tryToBuy()).status,
      (await tryToOrder(0)).status,
      (await processes.send(0, '/api/health')).status,
    ],
    comeBack: () => postgres.comeBack(),
    async isCaughtUp() {
      const mails = mail.server.listReceived();
      const mailed = new Set(mails.flatMap(({ to }) => to?.map(({ address }) => address) ?? []));
      const isMailed = early.every(({ email }) => mailed.has(email));
      return isMailed && (await countTickets(site, eventId, 'valid')) === early.length
        ? (await tryToBuy()).status === 200 && (await isOrderedOnce(tryToOrder))
        : false;
    },
  });
}

/** Sends the same order to both processes, and tells whether there is only one order. */
async function isOrderedOnce(send: (which: number) => ReturnType<typeof orderAsGuest>): Promise<boolean> {
  const [first, second] = [await send(0), await send(1)];
  return second.status === 200 && first.body.order.number === second.body.order.number;
}
