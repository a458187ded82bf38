/**
 * `Free`, or pounds with two decimals, such as `£12.50`.
 * @param price in pounds; null means free
 */
export function formatPrice(price: number | null): string {
  return isFree(price) ? 'Free' : formatMoney(price ?? 0);
}

/** Pounds with two decimals, such as `£0.00`. */
export function formatMoney(pounds: number): string {
  return `£${pounds.toFixed(2)}`;
}

export function isFree(price: number | null): boolean {
  return !price;
}
