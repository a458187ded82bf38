import { expect } from '@playwright/test';
import { test } from '../foyer-test.ts';
import { readMail } from '../outbox.ts';
import { expectAccessible } from '../page-checks.ts';
import { getTeamId } from '../organisers/team-dashboard.ts';
import { createUser, logInDemoUser, nobody, openPageFor } from '../users.ts';

test('a visitor follows a team by email, with a form that needs no scripts', async ({ browser, foyer }) => {
  const organiser = await createUser(foyer, 'hana', 'Followed by');
  const name = `Followed by ${organiser.username}`;
  const id = await getTeamId(foyer, name);
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
  const page = await openPageFor(browser, foyer, nobody);
  await page.goto(link);
  await expect(page.getByRole('heading', { name: `Hear of new events of ${name}?` })).toBeVisible();
  await expectAccessible(page, 'the page that confirms a follower');
  await page.getByRole('button', { name: 'Yes, follow this team' }).click();
  await expect(page.getByRole('heading', { name: `You follow ${name}` })).toBeVisible();
  await page.getByRole('link', { name: 'See its events' }).click();
  await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible();
  await expectAccessible(page, 'the page of a team with the form for followers');
});

test('a person with a verified address follows with one press, and stops on the profile', async ({
  browser,
  foyer,
}) => {
  const organiser = await createUser(foyer, 'hugo', 'One press for');
  const name = `One press for ${organiser.username}`;
  const path = `/teams/${await getTeamId(foyer, name)}`;
  const page = await openPageFor(browser, foyer, await logInDemoUser(foyer, 'attendee'));
  await page.goto(path);
  await page.getByRole('button', { name: 'Follow', exact: true }).click();
  await expect(page.getByText('You follow this team')).toBeVisible();
  await page.reload();
  await expect(page.getByText('You follow this team')).toBeVisible();
  await expect(page.getByLabel('Hear of new events by email')).toHaveCount(0);
  await expectAccessible(page, 'the page of a team that the reader follows');

  await page.goto('/profile');
  const followed = page.getByRole('region', { name: 'Teams You Follow' });
  await expect(followed.getByRole('link', { name })).toBeVisible();
  await expectAccessible(page, 'a profile with followed teams');
  await followed.getByRole('button', { name: `Stop following ${name}` }).click();
  await expect(page.getByRole('link', { name })).toHaveCount(0);
  await page.goto(path);
  await page.getByRole('button', { name: 'Follow', exact: true }).click();
  await page.getByRole('button', { name: 'Stop following' }).click();
  await expect(page.getByRole('button', { name: 'Follow', exact: true })).toBeVisible();
});

test('an unverified account uses the form with its own address, and members are not asked', async ({
  browser,
  foyer,
}) => {
  const organiser = await createUser(foyer, 'hedy', 'Own team of');
  const reader = await createUser(foyer, 'hal');
  const path = `/teams/${await getTeamId(foyer, `Own team of ${organiser.username}`)}`;
  const page = await openPageFor(browser, foyer, reader);
  await page.goto(path);
  await expect(page.getByLabel('Hear of new events by email')).toHaveValue(reader.email);
  await page.getByRole('button', { name: 'Follow' }).click();
  await expect(page.getByRole('heading', { name: 'Almost done' })).toBeVisible();

  const own = await openPageFor(browser, foyer, organiser);
  await own.goto(path);
  await expect(own.getByRole('button', { name: 'Edit team' })).toBeVisible();
  await expect(own.getByRole('button', { name: 'Follow' })).toHaveCount(0);
});
