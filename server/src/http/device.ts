import Bowser from 'bowser';

const longestUserAgent = 500;

/**
 * Names the browser and system that a request comes from, such as `Firefox on Windows`, so that people recognise their
 * devices. Null when the caller does not say. Foyer keeps only this name: versions and addresses would tell more about
 * a person than the list needs.
 */
export function describeDevice(userAgent: string | undefined): string | null {
  if (!userAgent) return null;
  const { browser, os } = Bowser.parse(userAgent.slice(0, longestUserAgent));
  return [browser.name, os.name].filter(Boolean).join(' on ') || null;
}
