import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../app.ts';
import { makeUser } from '../factories.ts';
import { placeOrder } from '../orders.ts';
import { payOrder } from '../paid-orders.ts';
import { makeOrganiserOfTypes, type OrganiserOfTypes } from '../ticket-types.ts';
import { runOrderMails } from './run-order-mails.ts';
import { listMailsTo } from './wait-for-mails.ts';

let app: TestApp;
let organiser: OrganiserOfTypes;

beforeAll(async () => {
  app = await startTestApp({ works: false });
  organiser = await makeOrganiserOfTypes(app);
});

afterAll(() => app.close());

const event_img_url = `/uploads/events/${'0f'.repeat(12)}-aa3311-1600x900/page.webp`;

async function makeSale(fields: Parameters<OrganiserOfTypes['makeSale']>[0]) {
  const sale = await organiser.makeSale({ title: 'Open "doors"', ...fields });
  const { private_key: key } = await app.db
    .updateTable('events')
    .set({ event_img_url })
    .where('id', '=', sale.id)
    .returning('private_key')
    .executeTakeFirstOrThrow();
  return { ...sale, ...(key !== null && { key }) };
}

/** Orders a ticket, as a guest if there is no token, and returns the HTML of the mail. */
async function order({ id, typeId, key }: Awaited<ReturnType<typeof makeSale>>, token?: string) {
  const items = [{ ticket_type_id: typeId, quantity: 1 }];
  const placed = await placeOrder(app, { event_id: id, items, ...(key && { key }) }, { token });
  if (placed.status === 'held') await payOrder(app, placed.number);
  await runOrderMails(app);
  return String(listMailsTo(app, { email: String(placed.buyer_email) }).at(-1)?.html);
}

describe('the mail with tickets', () => {
  it('shows the picture of a public event, from the site itself, to its buyer', async () => {
    const { token } = await makeUser(app);
    const sale = await makeSale({});
    const html = await order(sale, token);
    expect(html).toContain(`src="http://foyer.localhost/share/events/${sale.id}-mail.jpg?v=0f0f0f0f"`);
    expect(html).toContain('alt="Picture of Open &quot;doors&quot;"');
    expect(html).toMatch(/width="560"\s+height="315"/);
    expect(await order(await makeSale({ price: 12 }))).toContain('-mail.jpg');
  });

  it('never shows the picture of a private event', async () => {
    const { token } = await makeUser(app);
    const html = await order(await makeSale({ is_public: false }), token);
    expect(html).toContain('Show this code at the door');
    expect(html).not.toContain('/share/');
  });

  it('shows no picture to a guest who paid nothing, because somebody else may have typed the address', async () => {
    const html = await order(await makeSale({}));
    expect(html).toContain('Show this code at the door');
    expect(html).not.toContain('/share/');
  });
});
