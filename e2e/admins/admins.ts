import { expect, type Locator, type Page } from '@playwright/test';
import { logInPerson, type Member } from '../organisers/members.ts';
import type { Foyer } from '../server.ts';

/** The demo world's administrator, signed in over the API. */
export function logInAdmin(foyer: Foyer): Promise<Member> {
  return logInPerson(foyer, 'admin');
}

/** What the API answers somebody now. */
export async function askStatus(foyer: Foyer, path: string, { token }: Member): Promise<number> {
  const answer = await fetch(`${foyer.url}/api${path}`, { headers: { authorization: `Bearer ${token}` } });
  return answer.status;
}

/** The row of the table that holds that text, also while a dialog lies over it. */
export function findRow(page: Page, text: string): Locator {
  return page.locator('tbody tr').filter({ hasText: text });
}

const lists = /\/api\/(?:users|teams|admin\/events)\?/;

/**
 * Has the next such call held up and then fail with those words, and looks at the page while it is held.
 * @param press what sends it
 */
export async function expectTakenBack(
  page: Page,
  { url, method, words }: { url: string; method: string; words: string },
  { press, meanwhile, after }: Record<'press' | 'meanwhile' | 'after', () => Promise<unknown>>,
): Promise<void> {
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  const { promise: seen, resolve: letListsGo } = Promise.withResolvers<void>();
  let hasFailed = false;
  await page.route(url, async (route) => {
    if (hasFailed || route.request().method() !== method) return route.fallback();
    hasFailed = true;
    await held;
    return route.fulfill({ status: 409, json: { status: 'error', msg: words } });
  });
  await press();
  await meanwhile();
  // The page has to take it back by itself: the lists that would tell it come later.
  await page.route(lists, (route) => seen.then(() => route.fallback()));
  letGo();
  // In the dialog, and as a toast.
  await expect(page.getByRole('alert').getByText(words)).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: words })).toBeVisible();
  await after();
  letListsGo();
  await page.unroute(lists);
  await page.unroute(url);
}

export async function expectToast(page: Page, words: string): Promise<void> {
  await expect(page.getByRole('region', { name: /^Notifications/ }).getByText(words)).toBeVisible();
}
