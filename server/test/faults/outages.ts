import { setTimeout } from 'node:timers/promises';
import { findFreePort } from '../free-port.ts';
import { startMailServer, type TestMailServer } from '../mails/mail-server.ts';
import { listBrokenInvariants, listMoneyDebts } from '../model/invariants.ts';
import { startOwnPostgres, type OwnPostgres } from '../database/postgres.ts';
import { payOnPage, publishEvents, startProcesses, type Buyer, type Processes } from './processes.ts';

/** Two processes, the database and the mail server that they need, each of which can go away. */
export interface Town {
  postgres: OwnPostgres;
  processes: Processes;
  mail: { server: TestMailServer; goAway(): Promise<void>; comeBack(): Promise<void> };
  stop(): Promise<void>;
}

/** What was seen of an outage. */
export interface Outage {
  /** How often a read was answered with what, by status; 503 only with Retry-After. */
  reads: Record<string, number>;
  /** What buyers and teams were answered while it lasted. */
  answers: Record<string, number>;
  /** From its end until everything that was owed was done. */
  millisecondsToMakeUp: number;
  /** What is wrong afterwards; empty when all is well. */
  faults: string[];
}

const card = '4242424242424242';
const pauseMs = 100;

export async function startTown(): Promise<Town> {
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

/** Reads without a pause on both processes until it is told to stop; what was answered. */
function keepReading({ processes }: Town, eventId: number) {
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

/** Asks again and again until nothing is owed; how long that took. */
async function waitUntilMadeUp(isMadeUp: () => Promise<boolean>, maxMs: number): Promise<number> {
  const started = performance.now();
  while (performance.now() - started < maxMs) {
    if (await isMadeUp().catch(() => false)) return performance.now() - started;
    await setTimeout(pauseMs);
  }
  return Infinity;
}

interface Part {
  eventId: number;
  goAway(): Promise<unknown>;
  /** What people want meanwhile, and how it was answered. */
  meanwhile(): Promise<(number | string | undefined)[]>;
  comeBack(): Promise<unknown>;
  isMadeUp(): Promise<boolean>;
}

const longestMakingUpMs = 180_000;

async function seeOutage(town: Town, lasting: number, part: Part): Promise<Outage> {
  const stopReading = keepReading(town, part.eventId);
  await part.goAway();
  const ends = setTimeout(lasting);
  const answered = await part.meanwhile();
  await ends;
  await part.comeBack();
  const millisecondsToMakeUp = await waitUntilMadeUp(() => part.isMadeUp(), longestMakingUpMs);
  const reads = await stopReading();
  const answers: Record<string, number> = {};
  for (const one of answered) answers[String(one)] = (answers[String(one)] ?? 0) + 1;
  const { db } = town.processes;
  const faults = [...(await listBrokenInvariants(db)), ...(await listMoneyDebts(db))];
  return { reads, answers, millisecondsToMakeUp, faults };
}

async function buy({ processes }: Town, buyer: Buyer, eventId: number): Promise<string> {
  const request = { token: buyer.token, body: { eventId, userId: buyer.id } };
  const { body } = await processes.call(buyer.id, 'POST /stripe/create-checkout-session', request);
  await payOnPage(processes, buyer.id, body.sessionId, card);
  return body.sessionId;
}

async function countTickets({ processes }: Town, eventId: number, status: 'valid' | 'refunded') {
  const tickets = await processes.db
    .selectFrom('tickets')
    .select('id')
    .where('event_id', '=', eventId)
    .where('status', '=', status)
    .execute();
  return tickets.length;
}

/** The provider is away: its refunds are made up for, and one event is cancelled meanwhile. */
export async function seeProviderOutage(town: Town, lasting: number): Promise<Outage> {
  const { processes } = town;
  const { ids, organiser } = await publishEvents(processes, { price: 12, max_attendees: 20 }, 2);
  const [cancelled = 0, onSale = 0] = ids;
  const buyers = await processes.makeBuyers(8);
  const [late, ...early] = buyers;
  if (!late) throw new Error('There is no buyer');
  for (const buyer of early) await buy(town, buyer, cancelled);
  await waitUntilMadeUp(async () => (await countTickets(town, cancelled, 'valid')) === early.length, 30_000);
  return seeOutage(town, lasting, {
    eventId: onSale,
    goAway: () => processes.setSwitches({ api: 'unreachable' }),
    async meanwhile() {
      const cancel = { token: organiser.token, params: { id: cancelled }, body: { status: 'cancelled' } };
      const checkout = { token: late.token, body: { eventId: onSale, userId: late.id } };
      return [
        (await processes.call(0, 'PATCH /events/:id', cancel)).status,
        (await processes.call(1, 'POST /stripe/create-checkout-session', checkout)).body.code,
      ];
    },
    comeBack: () => processes.setSwitches({ api: 'up' }),
    async isMadeUp() {
      const owed = await listMoneyDebts(processes.db);
      const returned = await countTickets(town, cancelled, 'refunded');
      return owed.length === 0 && returned === early.length;
    },
  });
}

/** The mail server is away: everybody who registers meanwhile gets their ticket, once. */
export async function seeMailOutage(town: Town, lasting: number): Promise<Outage> {
  const { processes, mail } = town;
  const [eventId = 0] = (await publishEvents(processes, { price: 0, max_attendees: 20 })).ids;
  const guests = await processes.makeBuyers(8);
  const listTold = async () => {
    const mails = await mail.server.listReceived();
    return mails.flatMap(({ to }) => to?.map(({ address }) => address) ?? []);
  };
  const outage = await seeOutage(town, lasting, {
    eventId,
    goAway: () => mail.goAway(),
    meanwhile: () =>
      Promise.all(
        guests.map(async ({ id, token }) => {
          const request = { token, params: { id: eventId }, body: {} };
          return (await processes.call(id, 'POST /events/:id/register', request)).status;
        }),
      ),
    comeBack: () => mail.comeBack(),
    async isMadeUp() {
      const told = new Set(await listTold());
      return guests.every(({ email }) => told.has(email));
    },
  });
  const told = await listTold();
  const twice = guests.filter(({ email }) => told.filter((one) => one === email).length > 1);
  return { ...outage, faults: [...outage.faults, ...twice.map(({ email }) => `${email} was told twice`)] };
}

/** The database is away, just after people have paid: they get their tickets and their mails. */
export async function seeDatabaseOutage(town: Town, lasting: number): Promise<Outage> {
  const { processes, postgres, mail } = town;
  const [eventId = 0] = (await publishEvents(processes, { price: 12, max_attendees: 20 })).ids;
  const buyers = await processes.makeBuyers(6);
  const [late, ...early] = buyers;
  if (!late) throw new Error('There is no buyer');
  for (const buyer of early) await buy(town, buyer, eventId);
  const checkout = { token: late.token, body: { eventId, userId: late.id } };
  const tryToBuy = () => processes.call(1, 'POST /stripe/create-checkout-session', checkout);
  return seeOutage(town, lasting, {
    eventId,
    goAway: () => postgres.goAway(),
    meanwhile: async () => [(await tryToBuy()).status, (await processes.send(0, '/api/health')).status],
    comeBack: () => postgres.comeBack(),
    async isMadeUp() {
      const mails = await mail.server.listReceived();
      const told = new Set(mails.flatMap(({ to }) => to?.map(({ address }) => address) ?? []));
      const isTold = early.every(({ email }) => told.has(email));
      return isTold && (await countTickets(town, eventId, 'valid')) === early.length
        ? (await tryToBuy()).status === 200
        : false;
    },
  });
}
