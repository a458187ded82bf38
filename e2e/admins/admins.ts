import { expect, type Locator, type Page } from '@playwright/test';
import { routeOnce } from '../routes.ts';
import { logInDemoUser, type User } from '../users.ts';
import type { Foyer } from '../server.ts';

export function logInAdmin(foyer: Foyer): Promise<User> {
  return logInDemoUser(foyer, 'admin');
}

export async function getStatus(foyer: Foyer, path: string, { token }: User): Promise<number> {
  const answer = await fetch(`${foyer.url}/api${path}`, { headers: { authorization: `Bearer ${token}` } });
  return answer.status;
}

/** Answers the next call in place of the server, which asks for the password again when the login was a while ago. */
export async function askForPassword(page: Page, url: string): Promise<void> {
  const msg = 'Enter your password again to do this';
  const json = { status: 'error', code: 'password_confirmation_required', msg };
  await routeOnce(page, url, (route) => route.fulfill({ status: 403, json }));
}

/** Finds the table row that contains the text, even while a dialog covers the table. */
export function findRow(page: Page, text: string): Locator {
  return page.locator('tbody tr').filter({ hasText: text });
}

const lists = /\/api\/(?:users|teams|admin\/events)\?/;

/**
 * Checks that the page shows a change at once, and that the page undoes the change when the server refuses
 * it.
 * @param call the API call that the test refuses, with `msg` as the error message
 * @param steps `submit` sends the call, `whileWaiting` and `afterRefusal` check the page
 */
export async function expectRollback(
  page: Page,
  { url, method, msg }: { url: string; method: string; msg: string },
  {
    submit,
    whileWaiting,
    afterRefusal,
  }: Record<'submit' | 'whileWaiting' | 'afterRefusal', () => Promise<unknown>>,
): Promise<void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { promise: listsReleased, resolve: releaseLists } = Promise.withResolvers<void>();
  let hasFailed = false;
  await page.route(url, async (route) => {
    if (hasFailed || route.request().method() !== method) return route.fallback();
    hasFailed = true;
    await released;
    return route.fulfill({ status: 409, json: { status: 'error', msg } });
  });
  await submit();
  await whileWaiting();
  // Hold back the reload after the refusal, so that the page must undo the change by itself.
  await page.route(lists, (route) => listsReleased.then(() => route.fallback()));
  release();
  // The message is shown twice: in the dialog and in a toast.
  await expect(page.getByRole('alert').getByText(msg)).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: msg })).toBeVisible();
  await afterRefusal();
  releaseLists();
  await page.unroute(lists);
  await page.unroute(url);
}

export async function expectToast(page: Page, text: string): Promise<void> {
  await expect(page.getByRole('region', { name: /^Notifications/ }).getByText(text)).toBeVisible();
}
