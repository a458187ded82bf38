import { formatShortCode } from '@foyer/contract/text/short-code.ts';
import { Piscina } from 'piscina';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestApp, type TestApp } from '../app.ts';
import { makeEvent, makeOrganiser, makeUser, only, type TestUser } from '../factories.ts';
import { buyTicket } from '../payments.ts';
import { readPdf } from './pdf-pages.ts';

// Replaces the drawing on the main thread only. Worker threads load the real file.
vi.mock('../../src/mail/draw-ticket.ts', () => ({
  drawTickets: () => Promise.reject(new Error('A ticket was drawn on the main thread')),
}));

let app: TestApp;
let organiser: TestUser & { teamId: number };

beforeAll(async () => {
  app = await startTestApp();
  organiser = await makeOrganiser(app);
});

afterEach(() => void vi.restoreAllMocks());

afterAll(() => app.close());

async function register(title?: string) {
  const event = await makeEvent(app, title === undefined ? {} : { title }, organiser);
  const guest = await makeUser(app);
  await app.call('POST /events/:id/register', { token: guest.token, params: { id: event.id } });
  const { body } = await app.call('GET /tickets/user/:userId', {
    token: guest.token,
    params: { userId: guest.id },
  });
  return { guest, ticket: only(body.tickets) };
}

function download(id: number, token: string) {
  return app.app.inject({ url: `/api/tickets/${id}/pdf`, headers: { authorization: `Bearer ${token}` } });
}

describe('the server', () => {
  it('sends a ticket as a PDF that is named after its event', async () => {
    const { guest, ticket } = await register('Łódź: "Ελλάδα" / 1 %');
    const answer = await download(ticket.id, guest.token);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'cache-control': 'no-store',
      'content-disposition':
        'attachment; filename="_odz ______ 1 %.pdf"; filename*=UTF-8\'\'%C5%81%C3%B3d%C5%BA%20%CE%95%CE%BB%CE%BB%CE%AC%CE%B4%CE%B1%201%20%25.pdf',
    });
    const page = readPdf(answer.rawPayload);
    expect(page.pages).toBe(1);
    expect(page.text).toContain(formatShortCode(ticket.short_code));
  });

  it('sends the PDF of a used ticket, but not of a cancelled or refunded ticket', async () => {
    const { guest, ticket } = await register();
    const door = { token: organiser.token, params: { codeOrId: ticket.id } };
    expect((await app.call('POST /tickets/use/:codeOrId', door)).status).toBe(200);
    expect((await download(ticket.id, guest.token)).statusCode).toBe(200);

    const cancelled = await register();
    const { status } = await app.call('PATCH /tickets/:id', {
      token: organiser.token,
      params: { id: cancelled.ticket.id },
      body: { status: 'cancelled' },
    });
    expect(status).toBe(200);
    const refused = await download(cancelled.ticket.id, cancelled.guest.token);
    expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([409, 'ticket_cancelled']);
    expect(refused.headers['content-disposition']).toBeUndefined();

    const event = await makeEvent(app, { price: 15 }, organiser);
    const buyer = await makeUser(app);
    const { ticketId } = await buyTicket(app, buyer, event.id);
    await app.call('POST /stripe/refund/:ticketId', { token: organiser.token, params: { ticketId } });
    const gone = await download(ticketId, buyer.token);
    expect([gone.statusCode, gone.json<{ code: string }>().code]).toEqual([409, 'ticket_refunded']);
  });

  it('draws at most ten PDFs at once for one account, and refuses further requests with 429', async () => {
    const { guest, ticket } = await register();
    expect((await download(ticket.id, guest.token)).statusCode).toBe(200);

    // Nothing is drawn before all requests beyond the limit are refused. Otherwise a fast computer could draw a ticket
    // before the last request arrives.
    const gate = Promise.withResolvers<void>();
    const run = Reflect.get(Piscina.prototype, 'run') as (...task: unknown[]) => Promise<unknown>;
    vi.spyOn(Piscina.prototype, 'run').mockImplementation(async function draw(this: Piscina, ...task) {
      await gate.promise;
      return run.apply(this, task);
    });
    const refused: Awaited<ReturnType<typeof download>>[] = [];
    const answers = Promise.all(
      Array.from({ length: 25 }, async () => {
        const answer = await download(ticket.id, guest.token);
        if (answer.statusCode !== 200) refused.push(answer);
        return answer.statusCode;
      }),
    );
    await expect.poll(() => refused.length).toBe(15);
    gate.resolve();
    expect((await answers).filter((status) => status === 200)).toHaveLength(10);
    for (const answer of refused) {
      expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([429, 'too_many_requests']);
      expect(answer.headers['retry-after']).toBe('2');
    }
  });
});
