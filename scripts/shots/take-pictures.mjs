import { chromium } from '@playwright/test';
import { findChromium } from '../../e2e/browser.ts';
import { startFoyer } from '../../e2e/server.ts';
import { screensFolder, takeScreens } from './every-screen.mjs';
import { mailsFolder, takeMailPictures } from './mail-pictures.mjs';
import { readmeFolder, takeReadmePictures } from './readme.mjs';

const wanted = process.argv[2] ?? '';
const kind = wanted === 'readme' || wanted === 'mails' ? wanted : 'screens';
const kinds = {
  readme: { take: takeReadmePictures, folder: readmeFolder },
  mails: { take: takeMailPictures, folder: mailsFolder },
  screens: { take: takeScreens, folder: screensFolder },
};
const { take, folder } = kinds[kind];

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
