import { chromium } from '@playwright/test';
import { findChromium } from '../e2e/browser.ts';
import { startFoyer } from '../e2e/server.ts';
import { buildWebIfStale } from './bootstrap/build-web.mjs';
import { setUp } from './bootstrap/setup.mjs';
import { screensFolder, takeScreens } from './shots/every-screen.mjs';
import { readmeFolder, takeReadmePictures } from './shots/readme.mjs';

const wanted = process.argv[2] ?? '';
const forReadme = wanted === 'readme';

await setUp();
await buildWebIfStale();
const foyer = await startFoyer();
const browser = await chromium.launch({
  ...(await findChromium()),
  args: ['--no-sandbox', '--headless=shell'],
});
try {
  if (forReadme) await takeReadmePictures(foyer, browser);
  else await takeScreens(foyer, browser, wanted);
} finally {
  await browser.close();
  await foyer.stop();
}
console.log(`The pictures are in ${forReadme ? readmeFolder : screensFolder}`);
