import { writeEventPath } from '@foyer/contract/text/event-address.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type Received, type TestApp } from '../../../../test/app.ts';
import { makeEvent, makeUser, type TestUser } from '../../../../test/factories.ts';
import { connectProvider } from '../../../../test/payments.ts';

const [first, second] = ['https://tickets.example.org', 'https://other.example.org'];
let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ env: { CORS_ORIGINS: `${first}, ${second}` } });
});

afterAll(() => app.close());

async function checkOut(buyer: TestUser, eventId: number, origin?: string) {
  const { body } = await app.send<Received<'POST /stripe/create-checkout-session'>>(
    'POST',
    '/api/stripe/create-checkout-session',
    { token: buyer.token, json: { eventId, userId: buyer.id }, headers: { ...(origin && { origin }) } },
  );
  const session = await connectProvider(app).checkout.sessions.retrieve(body.sessionId);
  return { id: session.id, success: session.success_url, cancel: session.cancel_url };
}

describe('a checkout session', () => {
  it.each([
    ['the site that requested the checkout, if CORS_ORIGINS lists it', second, second],
    [
      'Foyer, if CORS_ORIGINS does not list the site that requested the checkout',
      'https://elsewhere.example.org',
      'http://foyer.localhost',
    ],
    [
      'Foyer, if the requesting site only has a name similar to one in CORS_ORIGINS',
      `${first}.evil.example`,
      'http://foyer.localhost',
    ],
    ['Foyer, if the request has no origin', undefined, 'http://foyer.localhost'],
  ])('leads the buyer back to %s', async (_, origin, site) => {
    const event = await makeEvent(app, { price: 5 });
    const session = await checkOut(await makeUser(app), event.id, origin);
    expect(session).toMatchObject({
      success: `${site}/payment/success?session_id={CHECKOUT_SESSION_ID}`,
      cancel: `${site}${writeEventPath(event)}`,
    });
  });

  it('is used again when its buyer starts the checkout again on a second website, and still leads the buyer back to the first website', async () => {
    const event = await makeEvent(app, { price: 5 });
    const buyer = await makeUser(app);
    const opened = await checkOut(buyer, event.id, first);
    expect(await checkOut(buyer, event.id, second)).toEqual(opened);
    expect(opened.cancel).toBe(`${first}${writeEventPath(event)}`);
  });

  it('is shared by two websites on which its buyer starts the checkout at the same moment', async () => {
    const event = await makeEvent(app, { price: 5 });
    const buyer = await makeUser(app);
    const sessions = await Promise.all(
      [first, undefined, second].map((site) => checkOut(buyer, event.id, site)),
    );
    expect(new Set(sessions.map(({ id }) => id)).size).toBe(1);
  });
});
