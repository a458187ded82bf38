import { expect } from '@playwright/test';
import pg from 'pg';
import { createDatabase } from '../server/test/create-database.ts';
import { findRow } from './admins.ts';
import { test } from './foyer-test.ts';
import { openPageOf, signUpMember } from './members.ts';
import { startFoyer } from './server.ts';

const many = 50_000;

test('a table of 50,000 users has pages, is sorted and is searched', async ({ browser }) => {
  const made = await createDatabase(String(process.env.FOYER_E2E_POSTGRES));
  const foyer = await startFoyer({ databaseUrl: made.url, env: { FOYER_DEMO: 'off' } });
  const admin = await signUpMember(foyer, 'ada');
  const client = new pg.Client({ connectionString: made.url });
  await client.connect();
  await client.query('update users set is_site_admin = true where id = $1', [admin.id]);
  await client.query(
    `insert into users (username, email, password_hash)
     select 'person_' || n, 'person.' || n || '@example.com', 'nobody logs in' from generate_series(1, $1::int) n`,
    [many],
  );
  await client.query('analyze users');
  await client.end();

  const page = await openPageOf(browser, foyer, admin);
  await page.goto('/admin/users');
  await expect(page.getByText('Showing 1 to 20 of 50,001 users')).toBeVisible();
  await expect(page.locator('tbody tr')).toHaveCount(20);
  await expect(findRow(page, 'person_50000')).toHaveCount(1);
  await page.getByRole('link', { name: 'Page 2501' }).click();
  await expect(page).toHaveURL('/admin/users?page=2501');
  await expect(findRow(page, admin.username)).toHaveCount(1);
  await page.getByRole('columnheader', { name: 'Email' }).getByRole('button').click();
  await expect(page).toHaveURL('/admin/users?sort_by=email&order=desc');
  await expect(page.locator('tbody tr').first()).toContainText('person.9');
  await page.getByRole('searchbox', { name: 'Search users' }).fill('PERSON.4711');
  await expect(page.getByText('Showing 1 to 11 of 11 matching users')).toBeVisible();
  await page.reload();
  await expect(findRow(page, 'person_47110')).toHaveCount(1);
  await page.context().close();
  await foyer.stop();
  await made.drop();
});
