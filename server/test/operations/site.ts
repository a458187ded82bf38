import sharp from 'sharp';

export interface Site {
  eventId: number;
  organiserToken: string;
  ticketCode: string;
  picturePath: string;
}

const password = 'a good password';

export async function openSite(url: string): Promise<Site> {
  const { accessToken } = await signUp(url, 'organiser', {
    isEventOrganiser: true,
    teamName: 'The Maltings',
  });
  const form = new FormData();
  const fields = {
    title: 'Cello by Candlelight',
    start_time: '2031-05-01T18:00:00Z',
    end_time: '2031-05-01T20:00:00Z',
    status: 'published',
    price: '14',
    max_attendees: '30',
  };
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('event_image', new Blob([await drawPicture()], { type: 'image/png' }), 'poster.png');
  const { event } = await call<{ event: { id: number; event_img_url: string } }>(
    `${url}/api/events`,
    accessToken,
    form,
  );
  return {
    eventId: event.id,
    organiserToken: accessToken,
    ticketCode: await buyTicketAt(url, event.id, 'buyer'),
    picturePath: new URL(event.event_img_url, url).pathname,
  };
}

export async function buyTicketAt(url: string, eventId: number, username: string): Promise<string> {
  const { accessToken, user } = await signUp(url, username);
  const checkout = await call<{ url: string; sessionId: string }>(
    `${url}/api/stripe/create-checkout-session`,
    accessToken,
    { eventId, userId: user.id },
  );
  const card = {
    email: 'buyer@example.org',
    number: '4242424242424242',
    expiry: '12 / 34',
    cvc: '123',
    name: 'B',
  };
  await fetch(url + new URL(checkout.url).pathname, {
    method: 'POST',
    body: new URLSearchParams(card),
    redirect: 'manual',
  });
  await call(`${url}/api/stripe/sync-payment/${checkout.sessionId}`, accessToken, {});
  const { tickets } = await call<{ tickets: { ticket_code: string }[] }>(
    `${url}/api/tickets/user/${user.id}`,
    accessToken,
  );
  return tickets[0]?.ticket_code ?? '';
}

async function signUp(url: string, username: string, team: object = {}) {
  const account = { username, email: `${username}@example.org`, password, ...team };
  const { data } = await call<{ data: { accessToken: string; user: { id: number } } }>(
    `${url}/api/auth/register`,
    null,
    account,
  );
  return data;
}

async function call<Body>(url: string, token: string | null, body?: object): Promise<Body> {
  const isForm = body instanceof FormData;
  const answer = await fetch(url, {
    method: body ? 'POST' : 'GET',
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && !isForm && { 'content-type': 'application/json' }),
    },
    body: isForm ? body : body && JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as Body;
}

async function drawPicture(): Promise<Uint8Array<ArrayBuffer>> {
  const picture = sharp({ create: { width: 400, height: 300, channels: 3, background: '#b8350f' } });
  return new Uint8Array(await picture.png().toBuffer());
}
