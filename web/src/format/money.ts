/** Prices are in pounds everywhere. */
export const currencySymbol = '£';

/**
 * `Free`, or pounds with two decimals, such as `£12.50`.
 * @param price in pounds; null means free
 */
export function formatPrice(price: number | null): string {
  return isFree(price) ? 'Free' : formatMoney(price ?? 0);
}

/** Pounds with two decimals, such as `£0.00`. */
export function formatMoney(pounds: number): string {
  return `${currencySymbol}${pounds.toFixed(2)}`;
}

/** A price as somebody would type it: `8`, and `8.50` when there are pence. */
export function formatPriceInput(pounds: number): string {
  return Number.isInteger(pounds) ? String(pounds) : pounds.toFixed(2);
}

export function isFree(price: number | null): boolean {
  return !price;
}
