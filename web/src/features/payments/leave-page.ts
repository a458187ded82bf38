/** A navigation that was stopped, or whose page does not come, tells nobody. */
const patienceMs = 10_000;

/**
 * Leaves for another site's page. Goes on only if the browser is still here: somebody has come back with the back
 * button, which wakes the page anew, or never got away.
 */
export async function leaveFor(url: string): Promise<void> {
  window.location.assign(url);
  await new Promise<void>((resolve) => {
    const stay = () => {
      clearTimeout(timer);
      window.removeEventListener('pageshow', stay);
      resolve();
    };
    const timer = setTimeout(stay, patienceMs);
    window.addEventListener('pageshow', stay);
  });
}
