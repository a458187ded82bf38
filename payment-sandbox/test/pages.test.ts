import fastify from 'fastify';
import type { Stripe } from 'stripe';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createSandboxPages } from '../src/pages/sandbox-pages.ts';
import { NORMAL_SWITCHES } from '../src/fault-switches.ts';
import { createSandboxWorld, PUBLIC_URL, ticketCheckout, type SandboxTestWorld } from './sandbox-world.ts';

const FILLED = {
  email: 'ada@example.org',
  number: '4242 4242 4242 4242',
  expiry: '12 / 34',
  cvc: '123',
  name: 'Ada Byron',
};

let world: SandboxTestWorld;
beforeAll(async () => {
  world = await createSandboxWorld();
});
afterEach(() => world.sandbox.setSwitches(NORMAL_SWITCHES));
afterAll(() => world.close());

async function openSession(change: Partial<Stripe.Checkout.SessionCreateParams> = {}) {
  const session = await world.stripe.checkout.sessions.create(ticketCheckout(world.clock, change));
  return { id: session.id, path: new URL(session.url ?? '').pathname };
}

function see(path: string) {
  return world.app.inject({ url: path });
}

function send(path: string, form: Record<string, string>) {
  return world.app.inject({
    method: 'POST',
    url: path,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(form).toString(),
  });
}

/** Sends the form, and follows the redirect if there is one, as a browser does. */
async function sendAndFollow(path: string, form: Record<string, string>) {
  const answer = await send(path, form);
  if (answer.statusCode === 422) return { location: PUBLIC_URL + path, page: answer };
  expect(answer.statusCode).toBe(303);
  const next = new URL(String(answer.headers.location), `${PUBLIC_URL}${path}`);
  return { location: next.href, page: await see(`${next.pathname}${next.search}`) };
}

describe('in the payment sandbox', () => {
  it('the card page shows the goods, the price, and a form that works without scripts', async () => {
    const { path } = await openSession();
    const page = await see(path);
    expect(page.statusCode).toBe(200);
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.headers['cache-control']).toBe('no-store');
    for (const text of ['Jazz at the Mill', 'One ticket', `${PUBLIC_URL}/p.jpg`, `${PUBLIC_URL}/events/3`]) {
      expect(page.body).toContain(text);
    }
    expect(page.body).toMatch(/<button[^>]*>\s*Pay £12\.50\s*<\/button>/);
    for (const label of ['Email', 'Card number', 'Expiry date (MM / YY)', 'Security code', 'Name on card']) {
      expect(page.body).toMatch(
        new RegExp(`<label for="[^"]+">${label.replaceAll(/[()]/g, '\\$&')}</label>`),
      );
    }
    expect(page.body).not.toMatch(/<script|<style|\sstyle=|\son\w+=/);
  });

  it('the card page says Free for a line that costs nothing, and says once what all lines have in common', async () => {
    const line = (name: string, unit_amount: number, quantity: number) => ({
      quantity,
      price_data: { currency: 'gbp', unit_amount, product_data: { name, description: 'Jazz · At the Mill' } },
    });
    const { path } = await openSession({ line_items: [line('Adult', 1250, 1), line('Child', 0, 2)] });
    const { body } = await see(path);
    expect(body).toMatch(/Child<\/span>\s*<span class="line-amount">Free</);
    expect(body).not.toContain('£0.00');
    expect(body.match(/At the Mill/g)).toHaveLength(1);
    expect(body).toContain('<span>Jazz</span> <span>At the Mill</span>');
  });

  it('the card page has its own style sheet and the icon of Foyer', async () => {
    const { path } = await openSession();
    const link = /<link rel="stylesheet" href="([^"]+)"/.exec((await see(path)).body)?.[1] ?? '';
    expect((await see(path)).body).toContain('<link rel="icon" href="/favicon.svg"');
    const css = await see(new URL(link, `${PUBLIC_URL}${path}`).pathname);
    expect(css.statusCode).toBe(200);
    expect(css.headers['content-type']).toBe('text/css; charset=utf-8');
  });

  it('the pay form charges once when it is sent twice, and leads back to the shop with the session id both times', async () => {
    const { id, path } = await openSession();
    for (let time = 1; time <= 2; time += 1) {
      const answer = await send(path, FILLED);
      expect(answer.statusCode).toBe(303);
      expect(answer.headers.location).toBe(`${PUBLIC_URL}/payment/success?session_id=${id}`);
    }
    const session = await world.stripe.checkout.sessions.retrieve(id);
    expect(session).toMatchObject({
      payment_status: 'paid',
      customer_details: { email: 'ada@example.org', name: 'Ada Byron' },
    });
    const again = await see(path);
    expect(again.body).toContain('Already paid');
    expect(again.body).toContain(`${PUBLIC_URL}/payment/success?session_id=${id}`);
  });

  it.each([
    ['email', { email: 'ada' }, 'Enter an email address.'],
    ['number', { number: '4242 4242 4242 4241' }, 'Your card number is incorrect.'],
    ['number', { number: '' }, 'Your card number is incomplete.'],
    ['expiry', { expiry: '13 / 34' }, 'Enter the date as month and year: MM / YY.'],
    ['expiry', { expiry: '10 / 26' }, 'Your card’s expiry date is in the past.'],
    ['cvc', { cvc: '12' }, 'Your card’s security code is incomplete.'],
    ['name', { name: ' ' }, 'Enter the name on the card.'],
    ['name', { name: '\u0000' }, 'Enter the name on the card.'],
  ])(
    'the card page shows an error beside the field %s for the input %j, and keeps all but the security code',
    async (field, change, message) => {
      const { id, path } = await openSession();
      const { page } = await sendAndFollow(path, { ...FILLED, ...change });
      expect(page.statusCode).toBe(422);
      expect(page.body).toContain(`aria-describedby="pay-${field}-error"`);
      expect(page.body).toMatch(new RegExp(`id="pay-${field}-error">\\s*${message}`));
      expect(page.body.match(/aria-invalid/g)).toHaveLength(1);
      for (const [name, typed] of Object.entries({ ...FILLED, cvc: '' }).filter(
        ([other]) => other !== field,
      )) {
        expect(page.body).toMatch(new RegExp(`name="${name}"\\s+type="\\w+"\\s+value="${typed}"`));
      }
      expect((await world.stripe.checkout.sessions.retrieve(id)).payment_intent).toBeNull();
    },
  );

  it.each(['12 / 34', '12/34', '1234', '12/2034', '11 / 26'])(
    'the card page accepts the expiry date %s',
    async (expiry) => {
      const { path } = await openSession();
      expect((await send(path, { ...FILLED, expiry })).statusCode).toBe(303);
    },
  );

  it('the card page explains why a card was declined, and lets the buyer try again', async () => {
    const { path } = await openSession();
    const declined = await sendAndFollow(path, { ...FILLED, number: '4000 0000 0000 9995' });
    expect(declined.page.statusCode).toBe(422);
    expect(declined.page.body).toMatch(
      /role="alert" tabindex="-1" autofocus>[^]*Your card has insufficient funds\./,
    );
    expect(declined.page.body).toContain('value="Ada Byron"');
    expect(declined.page.body).toContain('value="4000 0000 0000 9995"');
    const invalid = await sendAndFollow(path, { ...FILLED, cvc: '1' });
    expect(invalid.page.body).toContain('id="pay-cvc-error"');
    expect(invalid.page.body).not.toContain('role="alert"');
    expect((await sendAndFollow(path, FILLED)).location).toContain('/payment/success');
  });

  it('the card page never shows text from its URL', async () => {
    const { path } = await openSession();
    const page = await see(`${path}?declined=Call+0900&number=incomplete_number&name=Call+0900`);
    expect(page.statusCode).toBe(200);
    expect(page.body).not.toMatch(/role="alert"|aria-invalid|0900/);
  });

  it('the card page stores nothing that was typed in a failed attempt', async () => {
    const { path } = await openSession();
    await send(path, { ...FILLED, cvc: '', name: 'Somebody Unstored' });
    const rows = await world.db.selectFrom('sandbox_objects').select(['data', 'hidden']).execute();
    expect(JSON.stringify(rows)).not.toContain('Unstored');
    expect((await see(path)).body).not.toContain('Unstored');
  });

  it('the card page neither stores nor shows the number of a real card', async () => {
    const { path } = await openSession();
    const { page } = await sendAndFollow(path, { ...FILLED, number: '4111 1111 1111 1111' });
    expect(page.body).toContain('This is not a test card.');
    expect(page.body).not.toContain('1111');
    const rows = await world.db.selectFrom('sandbox_objects').select(['data', 'hidden']).execute();
    expect(JSON.stringify(rows)).not.toContain('4111');
  });

  it('the card page uses the email address that the shop gave, even when the form contains another email address', async () => {
    const { id, path } = await openSession({ customer_email: 'grace@example.org' });
    expect((await see(path)).body).toMatch(/value="grace@example\.org"[^>]*readonly/);
    await send(path, { ...FILLED, email: 'mallory@example.org' });
    const session = await world.stripe.checkout.sessions.retrieve(id);
    expect(session.customer_details?.email).toBe('grace@example.org');
  });

  it('the card page shows a checkbox for saving the card only if the shop asks for it, and remembers the buyer’s choice', async () => {
    const customer = await world.stripe.customers.create({ email: 'kim@example.org' });
    const { path } = await openSession({
      customer: customer.id,
      saved_payment_method_options: { payment_method_save: 'enabled' },
    });
    const box = /<input id="pay-keep-card" name="keepCard" type="checkbox"\s*(checked)?\s*\/>/;
    expect(box.exec((await see(path)).body)?.[1]).toBeUndefined();
    const asked = { ...FILLED, number: '4000 0000 0000 0002', keepCard: 'on' };
    expect(box.exec((await sendAndFollow(path, asked)).page.body)?.[1]).toBe('checked');
    await send(path, { ...FILLED, keepCard: 'on' });
    expect((await world.stripe.customers.listPaymentMethods(customer.id)).data).toHaveLength(1);
    expect((await see((await openSession()).path)).body).not.toMatch(box);
  });

  it('the card page answers 410 for an expired session and 404 for an unknown one', async () => {
    const { path } = await openSession();
    world.clock.advance(31 * 60);
    const afterForms = [await sendAndFollow(path, FILLED), await sendAndFollow(path, {})];
    for (const page of [await see(path), ...afterForms.map((sent) => sent.page)]) {
      expect(page.statusCode).toBe(410);
      expect(page.body).toContain('This payment is closed');
      expect(page.body).toContain(`href="${PUBLIC_URL}/events/3"`);
    }
    for (const page of [
      await see('/sandbox/pay/cs_test_none'),
      await send('/sandbox/pay/cs_test_none', FILLED),
    ]) {
      expect(page.statusCode).toBe(404);
      expect(page.body).toContain(`href="${PUBLIC_URL}"`);
    }
  });

  it('the card page answers 503 and takes no money while the provider is unavailable', async () => {
    const { id, path } = await openSession();
    await world.sandbox.setSwitches({ api: 'unreachable' });
    for (const page of [await see(path), await send(path, FILLED)]) {
      expect(page.statusCode).toBe(503);
      expect(page.headers['retry-after']).toBe('5');
    }
    await world.sandbox.setSwitches({ api: 'up' });
    expect((await world.stripe.checkout.sessions.retrieve(id)).status).toBe('open');
  });

  it('the card page shows names and descriptions as text, never as markup', async () => {
    const { path } = await openSession({
      line_items: [
        {
          quantity: 2,
          price_data: {
            currency: 'gbp',
            unit_amount: 500,
            product_data: { name: '<script>alert("x")</script> & more' },
          },
        },
      ],
    });
    const { page } = await sendAndFollow(path, { ...FILLED, cvc: '', name: '"><img src=x>' });
    expect(page.body).not.toContain('<script>');
    expect(page.body).not.toContain('<img src=x>');
    expect(page.body).toContain('&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt; &amp; more');
    expect(page.body).toContain('2 at £5.00 each');
  });

  it('the switches for faults and delays can be read and set over HTTP only if allowSwitches is on', async () => {
    const change = (payload: object) =>
      world.app.inject({ method: 'POST', url: '/sandbox/switches', payload });
    expect((await change({ webhookDelayMs: 200, api: 'errors' })).json()).toEqual({
      ...NORMAL_SWITCHES,
      webhookDelayMs: 200,
      api: 'errors',
    });
    expect((await see('/sandbox/switches')).json()).toMatchObject({ webhookDelayMs: 200 });
    for (const wrong of [
      { colour: 'red' },
      { api: 'sideways' },
      { webhookDelayMs: -1 },
      { webhookDrop: 1 },
      [],
    ]) {
      expect((await change(wrong)).statusCode).toBe(400);
    }
    const closed = fastify();
    await closed.register(createSandboxPages(world.sandbox.context, false), { prefix: '/sandbox' });
    for (const method of ['GET', 'POST'] as const) {
      expect((await closed.inject({ method, url: '/sandbox/switches', payload: {} })).statusCode).toBe(404);
    }
    await closed.close();
  });
});
