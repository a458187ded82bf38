import { chromium } from '@playwright/test';
import { findChromium } from '../e2e/browser.ts';
import { startFoyer } from '../e2e/server.ts';
import { buildWebIfStale } from './bootstrap/build-web.mjs';
import { setUp } from './bootstrap/setup.mjs';
import { screensFolder, takeScreens } from './shots/every-screen.mjs';
import { mailsFolder, takeMailPictures } from './shots/mail-pictures.mjs';
import { readmeFolder, takeReadmePictures } from './shots/readme.mjs';

const wanted = process.argv[2] ?? '';
const kind = wanted === 'readme' || wanted === 'mails' ? wanted : 'screens';
const kinds = {
  readme: { take: takeReadmePictures, folder: readmeFolder },
  mails: { take: takeMailPictures, folder: mailsFolder },
  screens: { take: takeScreens, folder: screensFolder },
};
const { take, folder } = kinds[kind];

await setUp();
await buildWebIfStale();
const foyer = await startFoyer();
const browser = await chromium.launch({
  ...(await findChromium()),
  args: ['--no-sandbox', '--headless=shell'],
});
try {
  await take(foyer, browser, wanted);
} finally {
  await browser.close();
  await foyer.stop();
}
console.log(`The pictures are in ${folder}`);
