/** In milliseconds. Browsers do not report that a navigation was stopped or that the other page does not load. */
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
