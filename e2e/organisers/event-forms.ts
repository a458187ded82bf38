import type { Page } from '@playwright/test';
import sharp from 'sharp';

export const heading = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true });

/** Finds a field by its label. The label of a required field ends with a star. */
export const field = (page: Page, name: string) =>
  page.getByRole('main').getByLabel(new RegExp(`^${name}( \\*)?$`));

export function drawPoster(height = 700) {
  return sharp({ create: { width: 1200, height, channels: 3, background: '#b3401f' } })
    .png()
    .toBuffer();
}

export async function fillIn(page: Page, title: string) {
  await field(page, 'Title').fill(title);
  await field(page, 'Description').fill('Three kilns, one night.');
  await field(page, 'Category').selectOption('Art');
  await field(page, 'Start Time').fill('2031-05-01T19:00');
  await field(page, 'End Time').fill('2031-05-01T22:30');
  await field(page, 'Location').fill('The Old Brewery, Mill Lane');
}
