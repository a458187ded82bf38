import { expect } from '@playwright/test';
import { test } from '../foyer-test.ts';
import { readMail } from '../outbox.ts';
import { expectAccessible } from '../page-checks.ts';
import { createUser, openPageFor, publishEventBy, register, verifyAddress } from '../users.ts';

test('an organiser writes to the attendees on a phone, after seeing and trying the email', async ({
  browser,
  foyer,
}) => {
  const organiser = await createUser(foyer, 'olga', 'Writers of');
  const guest = await createUser(foyer, 'greta');
  for (const user of [organiser, guest]) await verifyAddress(foyer, user);
  const title = `Words ${organiser.username}`;
  const id = await publishEventBy(foyer, organiser, { title, price: 0 });
  const page = await openPageFor(browser, foyer, organiser, { viewport: { width: 360, height: 740 } });
  await page.goto(`/events/${id}/messages`);
  await expect(page.getByText('Nobody has a ticket yet')).toBeVisible();
  await register(foyer, guest, id);

  await page.goto(`/events/${id}/attendees`);
  await page.getByRole('link', { name: 'Messages' }).click();
  await page.getByRole('button', { name: 'Send to 1 recipient' }).click();
  await expect(page.getByLabel('Subject')).toHaveAccessibleDescription('Subject is required');
  await page.getByLabel('Subject').fill('Bring boots');
  await page.getByRole('textbox', { name: 'Message' }).fill('The meadow is **wet**.');
  await page.getByRole('button', { name: 'See the email' }).click();
  const mail = page.frameLocator('iframe[title="The email as it arrives"]');
  await expect(mail.getByText('The meadow is wet.')).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Send a test to me' }).click();
  await expect(page.getByText(`The test is on its way to ${organiser.email}`)).toBeVisible();
  await readMail(foyer, { to: organiser.email, subject: 'Test: Bring boots' });
  await expectAccessible(page, 'a message to attendees');

  await page.getByRole('button', { name: 'Send to 1 recipient' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Send this to 1 recipient?' });
  await dialog.getByRole('button', { name: 'Send the message' }).click();
  await expect(page.getByText('Your message is on its way')).toBeVisible();
  await expect(page.getByLabel('Subject')).toHaveValue('');
  const sent = page.getByRole('region', { name: 'Sent messages' });
  await expect(sent).toContainText('Everybody with a ticket · Sent to 1 recipient');
  await expectAccessible(page, 'a list of sent messages');
  const { text = '' } = await readMail(foyer, { to: guest.email, subject: 'Bring boots' });
  expect(text).toContain('The meadow is wet.');
  expect(text).toContain(`about ${title}.`);
});

test('an organiser reads before sending who gets the message later, and the buyer reads how to get it', async ({
  browser,
  foyer,
}) => {
  const organiser = await createUser(foyer, 'orla', 'Later of');
  await verifyAddress(foyer, organiser);
  const buyer = await createUser(foyer, 'una');
  const id = await publishEventBy(foyer, organiser, { title: `Later ${organiser.username}`, price: 0 });
  await register(foyer, buyer, id);
  const page = await openPageFor(browser, foyer, organiser, { viewport: { width: 360, height: 740 } });
  await page.goto(`/events/${id}/messages`);
  const later = 'This person gets it only after verifying their email address.';
  await expect(page.getByText(later)).toBeVisible();
  await page.getByLabel('Subject').fill('Bring boots');
  await page.getByRole('textbox', { name: 'Message' }).fill('The meadow is wet.');
  await page.getByRole('button', { name: 'Send to 1 recipient' }).click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toContainText(later);
  await dialog.getByRole('button', { name: 'Send the message' }).click();
  const sent = page.getByRole('region', { name: 'Sent messages' });
  await expect(sent).toContainText(
    '1 email waits because an address is not verified or has reached its email limit',
  );

  const own = await openPageFor(browser, foyer, buyer, { viewport: { width: 360, height: 740 } });
  const notice = own.getByRole('region', { name: 'Verify your email address' });
  await own.goto('/profile/tickets');
  await expect(notice).toContainText('Until you verify it, news of your events does not reach you.');
  await own.getByRole('link', { name: /^Order / }).click();
  await expect(own.getByRole('heading', { name: 'Here is your ticket' })).toBeVisible();
  await expect(notice).toBeVisible();
  await expectAccessible(own, 'the order of a buyer with an unverified address');
});

test('a message that was typed waits for its writer, and the same words can be sent twice', async ({
  browser,
  foyer,
}) => {
  const organiser = await createUser(foyer, 'tessa', 'Typists of');
  const guest = await createUser(foyer, 'gus');
  for (const user of [organiser, guest]) await verifyAddress(foyer, user);
  const id = await publishEventBy(foyer, organiser, { title: `Twice ${organiser.username}`, price: 0 });
  await register(foyer, guest, id);
  const page = await openPageFor(browser, foyer, organiser);
  await page.goto(`/events/${id}/messages`);
  const send = async () => {
    await page.getByLabel('Subject').fill('We begin now');
    await page.getByRole('textbox', { name: 'Message' }).fill('Please come in.');
    await page.getByRole('button', { name: 'Send to 1 recipient' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Send the message' }).click();
    await expect(page.getByLabel('Subject')).toHaveValue('');
  };
  const sent = page
    .getByRole('region', { name: 'Sent messages' })
    .getByRole('heading', { name: 'We begin now' });
  await send();
  await expect(sent).toHaveCount(1);
  await send();
  await expect(sent).toHaveCount(2);
  await page.getByLabel('Subject').fill('Not sent yet');
  await page.reload();
  await expect(page.getByLabel('Subject')).toHaveValue('Not sent yet');
  await page.getByRole('button', { name: 'Edit the reminder' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit the reminder' });
  await dialog.getByLabel('Subject').fill('Not saved yet');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Edit the reminder' }).click();
  await expect(dialog.getByLabel('Subject')).toHaveValue('Not saved yet');
});

test('an organiser changes the words of the reminder and switches the thank-you on', async ({
  browser,
  foyer,
}) => {
  const organiser = await createUser(foyer, 'rita', 'Reminders of');
  await verifyAddress(foyer, organiser);
  const id = await publishEventBy(foyer, organiser, { title: `Told ${organiser.username}`, price: 0 });
  const page = await openPageFor(browser, foyer, organiser);
  await page.goto(`/events/${id}/messages`);
  await expect(page.getByRole('switch', { name: 'Reminder the day before' })).toBeChecked();
  const thanks = page.getByRole('switch', { name: 'Thank-you after the event' });
  await expect(thanks).not.toBeChecked();
  await thanks.click();
  await expect(thanks).toBeChecked();
  await page.getByRole('button', { name: 'Edit the reminder' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit the reminder' });
  await dialog.getByLabel('Subject').fill('See you at the pier');
  await expectAccessible(page, 'the words of a reminder');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('The words were saved')).toBeVisible();
  await page.reload();
  await expect(thanks).toBeChecked();
  await page.getByRole('button', { name: 'Edit the reminder' }).click();
  await expect(dialog.getByLabel('Subject')).toHaveValue('See you at the pier');
  await dialog.getByRole('button', { name: 'Use the usual words' }).click();
  await expect(page.getByText('The words were saved')).toBeVisible();
});
