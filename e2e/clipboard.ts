import type { Page } from '@playwright/test';

/**
 * Returns the text that the page has copied. Foyer's pages may not read the clipboard, so this function pastes the
 * text into an empty page.
 */
export async function readClipboard(page: Page): Promise<string> {
  const empty = await page.context().newPage();
  await empty.setContent('<label>Pasted <input></label>');
  const input = empty.getByLabel('Pasted');
  await input.press('ControlOrMeta+V');
  const text = await input.inputValue();
  await empty.close();
  return text;
}
