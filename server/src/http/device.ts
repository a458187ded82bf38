import Bowser from 'bowser';

const longestUserAgent = 500;

/**
 * Names the browser and operating system of a request, such as `Firefox on Windows`, so that people recognise their
 * devices. Returns null if both are unknown. Foyer drops versions and other details, because they would reveal more
 * about a person than necessary.
 */
export function describeDevice(userAgent: string | undefined): string | null {
  if (!userAgent) return null;
  const { browser, os } = Bowser.parse(userAgent.slice(0, longestUserAgent));
  return [browser.name, os.name].filter(Boolean).join(' on ') || null;
}
