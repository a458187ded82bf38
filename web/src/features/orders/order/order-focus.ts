export const orderHeading = 'order-heading';

/**
 * Returns what gets the focus when a dialog about a ticket closes: the pressed button or, if it has disappeared, the
 * heading of the page.
 */
export function findFocus(button: HTMLElement | null): HTMLElement | null {
  return button?.isConnected ? button : document.getElementById(orderHeading);
}
