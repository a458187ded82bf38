import { expect } from '@playwright/test';
import { test } from '../foyer-test.ts';
import { readMail } from '../outbox.ts';
import { expectAccessible } from '../page-checks.ts';
import { call, createUser } from '../users.ts';

test('a visitor follows a team by email, with a form that needs no scripts', async ({ browser, foyer }) => {
  const organiser = await createUser(foyer, 'hana', 'Followed by');
  const name = `Followed by ${organiser.username}`;
  const { team } = await call<{ team: { id: number } }>(
    foyer,
    `GET /teams/name/${encodeURIComponent(name)}`,
    organiser,
  );
  const { id } = team;
  const reader = `reader.${id}@example.org`;
  const plain = await browser.newPage({ baseURL: foyer.url, javaScriptEnabled: false });
  await plain.goto(`/teams/${id}`);
  await plain.getByLabel('Hear of new events by email').fill(reader);
  await plain.getByRole('button', { name: 'Follow' }).click();
  await expect(plain.getByRole('heading', { name: 'Almost done' })).toBeVisible();
  await plain.close();

  const { text = '' } = await readMail(foyer, {
    to: reader,
    subject: `New events of ${name}: please confirm`,
  });
  const link = /\/follow#[\w-]+/.exec(text)?.[0] ?? '';
  const page = await browser.newPage({ baseURL: foyer.url });
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Hear of new events?' })).toBeVisible();
  await expectAccessible(page, 'the page that confirms a follower');
  await page.getByRole('button', { name: 'Yes, follow this team' }).click();
  await expect(page.getByRole('heading', { name: `You follow ${name}` })).toBeVisible();
  await page.getByRole('link', { name: 'See its events' }).click();
  await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible();
  await expectAccessible(page, 'the page of a team with the form for followers');
});
