/**
 * How long to wait for the other page, in milliseconds. Afterwards the navigation counts as failed, because a browser
 * does not report a stopped navigation or a page that does not load.
 */
const longestWait = 10_000;

/**
 * Goes to another site's page. The promise resolves only when our page is shown again: the user came back with the back
 * button, or the navigation failed.
 */
export async function leaveFor(url: string): Promise<void> {
  window.location.assign(url);
  await new Promise<void>((resolve) => {
    const stay = () => {
      clearTimeout(timer);
      window.removeEventListener('pageshow', stay);
      resolve();
    };
    const timer = setTimeout(stay, longestWait);
    window.addEventListener('pageshow', stay);
  });
}
