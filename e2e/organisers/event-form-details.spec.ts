import { expect } from '@playwright/test';
import { drawPoster, field, fillIn } from './event-forms.ts';
import { test } from '../foyer-test.ts';
import { call, createUser, openPageFor } from '../users.ts';
import { expectAccessible } from '../page-checks.ts';

test('a team formats the description of an event, and adds details for visitors', async ({
  browser,
  foyer,
}) => {
  const organiser = await createUser(foyer, 'dee', 'Details of');
  const title = `Trio ${organiser.username}`;
  const page = await openPageFor(browser, foyer, organiser);
  await page.goto('/events/create');
  await fillIn(page, title);
  const description = field(page, 'Description');
  await description.fill('Bring a coat');
  await description.selectText();
  await page.getByRole('button', { name: 'List', exact: true }).click();
  await expect(description).toHaveValue('- Bring a coat');
  await description.press('End');
  await description.press('Control+b');
  await page.keyboard.type('please');
  await expect(description).toHaveValue('- Bring a coat**please**');
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(description).toBeHidden();
  await expect(page.getByRole('listitem').filter({ hasText: 'Bring a coat' })).toBeVisible();
  await expectAccessible(page, 'the preview of a description');
  await page.getByRole('button', { name: 'Edit text' }).click();
  await description.fill('# The music\nTwo **sets**.\n- [Tickets](https://example.org/)');

  const details = page.getByRole('button', { name: 'Details for visitors' });
  await details.click();
  await field(page, 'Doors open').selectOption('45');
  await field(page, 'Minimum age').fill('0');
  await details.click();
  await page.getByText('Publish Now').click();
  const create = page.getByRole('button', { name: 'Create Event' });
  await create.click();
  await expect(field(page, 'Minimum age')).toHaveAccessibleDescription(/Choose from 1 to 99 years/);
  await expect(field(page, 'Minimum age')).toBeFocused();
  await field(page, 'Minimum age').fill('18');
  await field(page, 'Line-up').fill('Margo Fenn\nAda Quill');
  await field(page, 'Accessibility').fill('Step-free, with a hearing loop');
  const file = { name: 'kiln.png', mimeType: 'image/png', buffer: await drawPoster(1800) };
  await page.locator('input[type=file]').setInputFiles(file);
  // A tall picture keeps its upper part.
  const point = page.getByRole('button', { name: /: 50% from the left, 25% from the top$/ });
  await point.press('ArrowLeft');
  await page.getByRole('button', { name: 'Main point of the picture: 45% from the left' }).press('ArrowDown');
  await create.click();
  await expect(page.getByText('Event created successfully')).toBeVisible();
  await page.getByRole('link', { name: 'View event' }).click();

  const main = page.getByRole('main');
  await expect(page.getByRole('heading', { level: 3, name: 'The music' })).toBeVisible();
  await expect(main.getByRole('link', { name: 'Tickets', exact: true })).toHaveAttribute(
    'rel',
    'nofollow noopener',
  );
  for (const text of ['Doors 6:15 PM', 'Room for 10 attendees, 18 and over', 'Ada Quill', 'Step-free']) {
    await expect(main.getByText(text)).toBeVisible();
  }
  await expectAccessible(page, 'an event with a formatted description and all details');
  const id = Number(/\/events\/(\d+)/.exec(page.url())?.[1]);
  const { event } = await call<{ event: object }>(foyer, `GET /events/${id}`, null);
  expect(event).toMatchObject({ picture_x: 45, picture_y: 30 });
});
