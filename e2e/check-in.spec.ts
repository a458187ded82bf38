import { expect, type Page } from '@playwright/test';
import { openBrowserWithCamera } from './fake-camera.ts';
import { test } from './foyer-test.ts';
import { call, type Member, openPageOf, publishEventBy, register, signUpMember } from './members.ts';
import { contentOf, readMail } from './outbox.ts';
import type { Foyer } from './server.ts';
import { expectSound } from './soundness.ts';

const phone = { viewport: { width: 360, height: 740 } };
const soon = 60_000;

async function findTicketCode(foyer: Foyer, { id }: Member, organiser: Member, eventId: number) {
  const { tickets } = await call<{ tickets: { ticket_code: string }[] }>(
    foyer,
    `GET /tickets/user/${id}/event/${eventId}`,
    organiser,
  );
  return tickets[0]?.ticket_code ?? '';
}

const word = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });
const countIn = (page: Page, count: string) => page.getByRole('main').getByText(count, { exact: true });

test('the camera lets a ticket in once, and knows it when it is held out again', async ({ foyer }) => {
  const organiser = await signUpMember(foyer, 'cam', 'Cameras of');
  const title = `Lens ${organiser.username}`;
  const id = await publishEventBy(foyer, organiser, { title, startsIn: soon });
  const guest = await signUpMember(foyer, 'gus');
  await register(foyer, guest, id);
  const mail = await readMail(foyer, { to: guest.email, subject: `Your ticket: ${title}` });
  const held = contentOf(mail, 'ticket-qr.png');
  const { browser, close } = await openBrowserWithCamera([
    { held: null, seconds: 2 },
    { held, seconds: 3 },
  ]);
  try {
    const page = await openPageOf(browser, foyer, organiser, { ...phone, permissions: ['camera'] });
    await page.goto(`/tickets/verify?event=${id}`);
    await expect(word(page, 'In')).toBeVisible();
    await expect(page.getByRole('alert').getByText(guest.username)).toBeVisible();
    await expectSound(page, 'a door that lets somebody in');
    await expect(word(page, 'Already used')).toBeVisible();
    await expect(page.getByText('Ticket has already been used')).toBeVisible();
    await expectSound(page, 'a door that turns somebody away');
    await page.getByRole('button', { name: 'Next ticket' }).click();
    await expect(countIn(page, '1 of 1 in')).toBeVisible();
    await expectSound(page, 'a door with its camera on');
  } finally {
    await close();
  }
});
