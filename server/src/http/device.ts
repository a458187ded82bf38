import Bowser from 'bowser';

const longestUserAgent = 500;

/**
 * Names the browser and operating system of a request, such as `Firefox on Windows`, so that people recognise their
 * devices. Null if both are unknown. Versions are left out to reveal no more than necessary.
 */
export function describeDevice(userAgent: string | undefined): string | null {
  if (!userAgent) return null;
  const { browser, os } = Bowser.parse(userAgent.slice(0, longestUserAgent));
  return [browser.name, os.name].filter(Boolean).join(' on ') || null;
}
