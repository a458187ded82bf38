import { type Browser, expect, type Page, type Route } from '@playwright/test';
import { keepResultsOpen } from './door-results.ts';
import { openBrowserWithCamera } from './fake-camera.ts';
import { test } from '../foyer-test.ts';
import {
  call,
  createUser,
  openPageFor,
  openPageInNewContext,
  publishEventBy,
  register,
  type User,
} from '../users.ts';
import { getAttachment, readMail } from '../outbox.ts';
import type { Foyer } from '../server.ts';
import { expectAccessible } from '../page-checks.ts';
import { routeOnce } from '../routes.ts';

const phone = { viewport: { width: 360, height: 740 } };
const soon = 60_000;

async function readCodes(foyer: Foyer, { id }: User, organiser: User, eventId: number) {
  const { tickets } = await call<{ tickets: { ticket_code: string; short_code: string }[] }>(
    foyer,
    `GET /tickets/user/${id}/event/${eventId}`,
    organiser,
  );
  return { code: tickets[0]?.ticket_code ?? '', shortCode: tickets[0]?.short_code ?? '' };
}

async function readTicketCode(...ticket: Parameters<typeof readCodes>) {
  return (await readCodes(...ticket)).code;
}

/** Lets the server handle the call, but gives the page an unreadable response. */
async function loseAnswer(route: Route) {
  await route.fetch();
  await route.fulfill({ body: 'Lost' });
}

const verdict = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });
/** Finds the reason in the large result dialog. The list below the camera contains the reason too. */
const reason = (page: Page, text: string) => page.getByRole('dialog').getByText(text);
const countIn = (page: Page, count: string) => page.getByRole('main').getByText(count, { exact: true });

test('the camera checks a ticket in, and the door page refuses the same ticket the second time', async ({
  foyer,
}) => {
  const organiser = await createUser(foyer, 'cam', 'Cameras of');
  const title = `Lens ${organiser.username}`;
  const id = await publishEventBy(foyer, organiser, { title, startsIn: soon });
  const guest = await createUser(foyer, 'gus');
  await register(foyer, guest, id);
  const mail = await readMail(foyer, { to: guest.email, subject: `Your ticket: ${title}` });
  const picture = getAttachment(mail, 'ticket-qr.png');
  const { browser, close } = await openBrowserWithCamera([
    { picture: null, seconds: 2 },
    { picture, seconds: 3 },
  ]);
  try {
    const page = await openPageInNewContext(browser, foyer, organiser, {
      ...phone,
      permissions: ['camera'],
    });
    await page.goto(`/tickets/verify?event=${id}`);
    await expect(verdict(page, 'In')).toBeVisible();
    await expect(page.getByRole('alert').getByText(guest.username)).toBeVisible();
    await expectAccessible(page, 'a door that admits a ticket');
    await expect(verdict(page, 'Already used')).toBeVisible();
    await expect(page.getByText('Ticket has already been used')).toBeVisible();
    await page.getByRole('button', { name: 'Next ticket' }).click();
    await expect(countIn(page, '1 of 1 in')).toBeVisible();
    await expectAccessible(page, 'a door with its camera on');
  } finally {
    await close();
  }
});

/** Creates an event that starts soon and a guest with a ticket, and opens a page whose camera is blocked. */
async function openDoor(browser: Browser, foyer: Foyer) {
  const organiser = await createUser(foyer, 'dora', 'Doors of');
  const title = `Doors ${organiser.username}`;
  const id = await publishEventBy(foyer, organiser, { title, startsIn: soon });
  const guest = await createUser(foyer, 'gil');
  await register(foyer, guest, id);
  const page = await openPageFor(browser, foyer, organiser, { ...phone, colorScheme: 'dark' });
  await page.addInitScript(
    "navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', 'NotAllowedError'))",
  );
  return { organiser, title, id, guest, page };
}

async function typeCode(page: Page, text: string) {
  await page.getByLabel('Ticket code').fill(text);
  await page.getByLabel('Ticket code').press('Enter');
}

test('the door page explains a blocked camera, and switches off a camera that starts only after the user has left', async ({
  browser,
  foyer,
}) => {
  const { id, page } = await openDoor(browser, foyer);
  await page.goto(`/events/${id}`);
  await page.getByRole('link', { name: 'Check in' }).click();
  await expect(page).toHaveURL(`/tickets/verify?event=${id}`);
  await page.getByRole('button', { name: 'Start Camera' }).click();
  await expect(page.getByText(/Your browser blocks the camera for this site/)).toBeVisible();
  await expectAccessible(page, 'a door whose camera is blocked');
  await page.evaluate(`
    const { promise, resolve } = Promise.withResolvers();
    const stream = document.createElement('canvas').captureStream();
    globalThis.openCamera = () => (resolve(stream), promise.then(() => stream.getTracks()[0].readyState));
    navigator.mediaDevices.getUserMedia = () => promise;
  `);
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByText('Starting the camera...')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Attendees' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Attendees' })).toBeVisible();
  expect(await page.evaluate('openCamera()')).toBe('ended');
});

test('an organiser types a code to check a ticket in, undoes the check-in, and tries again after a lost response', async ({
  browser,
  foyer,
}) => {
  const { id, guest, organiser, page } = await openDoor(browser, foyer);
  const { code, shortCode } = await readCodes(foyer, guest, organiser, id);
  await keepResultsOpen(page);
  await page.goto(`/tickets/verify?event=${id}`);
  const field = page.getByLabel('Ticket code');
  await typeCode(page, 'hello');
  await expect(field).toHaveAccessibleDescription(/This is not a ticket code/);
  await typeCode(page, 'A'.repeat(24));
  await expect(verdict(page, 'Refused')).toBeVisible();
  await expect(reason(page, 'Ticket not found')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(field).toBeFocused();

  await typeCode(page, `${foyer.url}/tickets/verify/${code}`);
  await expect(verdict(page, 'In')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText(`Check-in of ${guest.username} undone`)).toBeVisible();
  await expect(countIn(page, '0 of 1 in')).toBeVisible();
  await expect(page.getByRole('main').getByRole('listitem').first()).toHaveText(/^Undone/);

  const busy = { status: 'error', code: 'too_many_requests', msg: 'Too many at once' };
  await page.route('**/api/tickets/**', (route) => route.fulfill({ status: 429, json: busy }));
  // The list of guests on this device does not have the short codes, so only the server knows this one.
  await typeCode(page, shortCode);
  await expect(verdict(page, 'No answer')).toBeVisible();
  await expect(reason(page, 'Too many at once')).toBeVisible();
  await page.unroute('**/api/tickets/**');
  // The server checks the ticket in, but its response is lost.
  await routeOnce(page, '**/door/scans', loseAnswer);
  const retry = page.getByRole('button', { name: 'Try Again' });
  await retry.last().click();
  await expect(reason(page, 'The server did not answer. Please try again.')).toBeVisible();
  await expect(verdict(page, 'No answer')).toBeVisible();
  await retry.last().click();
  await expect(verdict(page, 'In')).toBeVisible();
  await typeCode(page, code);
  await expect(verdict(page, 'Already used')).toBeVisible();
});

test('the door page asks before it admits a ticket for another event or another day', async ({
  browser,
  foyer,
}) => {
  const { id, guest, organiser, title, page } = await openDoor(browser, foyer);
  const elsewhere = await publishEventBy(foyer, organiser, { title: `Elsewhere ${title}`, startsIn: soon });
  const later = await publishEventBy(foyer, organiser, { title: `Later ${title}` });
  for (const event of [elsewhere, later]) await register(foyer, guest, event);
  const other = await readTicketCode(foyer, guest, organiser, elsewhere);
  const early = await readTicketCode(foyer, guest, organiser, later);
  await page.goto(`/tickets/verify?event=${id}`);
  await typeCode(page, await readTicketCode(foyer, guest, organiser, id));
  await expect(verdict(page, 'In')).toBeVisible();
  // Some scanners act as keyboards. The page must accept their code even when no field has the focus, and the
  // Enter at the end of the code must not press a button.
  await page.keyboard.type(`${early}\n`);
  await expect(verdict(page, 'Wait')).toBeVisible();
  await expect(reason(page, `This ticket is for another event: Later ${title}`)).toBeVisible();
  await expectAccessible(page, 'a door that waits for a decision');
  await page.keyboard.type(`${other}\n`);
  await expect(reason(page, `This ticket is for another event: Elsewhere ${title}`)).toBeVisible();
  await page.getByRole('button', { name: 'Check in anyway' }).click();
  await expect(verdict(page, 'In')).toBeVisible();
  await expect(verdict(page, 'In')).toBeHidden();
  await expect(countIn(page, '1 of 1 in')).toBeVisible();

  await page.goto(`/tickets/verify?event=${later}`);
  await typeCode(page, early);
  await expect(verdict(page, 'Wait')).toBeVisible();
  await expect(reason(page, 'This ticket is for May 1, 2031, not for today')).toBeVisible();
  await page.getByRole('button', { name: 'Check in anyway' }).click();
  await expect(verdict(page, 'In')).toBeVisible();
  await page.keyboard.type(`${early}\n`);
  await expect(verdict(page, 'Already used')).toBeVisible();
});

test('the door page refuses people outside the team', async ({ browser, foyer }) => {
  const organiser = await createUser(foyer, 'dex', 'Gates of');
  const id = await publishEventBy(foyer, organiser, { title: `Gates ${organiser.username}` });
  const outsider = await openPageFor(browser, foyer, await createUser(foyer, 'gia'), phone);
  await outsider.goto(`/tickets/verify?event=${id}`);
  await expect(outsider.getByRole('heading', { level: 1, name: 'Permission Denied' })).toBeVisible();
  await expectAccessible(outsider, 'the door of another team');
  await outsider.goto('/tickets/verify?event=999999');
  await expect(outsider.getByRole('heading', { level: 1, name: 'Event Not Found' })).toBeVisible();
});
