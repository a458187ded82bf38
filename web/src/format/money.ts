import { writeMoney } from '@foyer/contract/text/money.ts';

/** Prices are in pounds everywhere. */
export const currencySymbol = '£';

/**
 * Writes a price as `Free`, or in pounds with two decimals, such as `£12.50`.
 * @param price in pounds; null means free
 */
export function formatPrice(price: number | null): string {
  return isFree(price) ? 'Free' : formatMoney(price ?? 0);
}

/** Writes what the tickets of an event cost, such as `£12.50`, `from £8.00` or `Free – £8.00`. Null means free. */
export function formatPriceRange(lowest: number | null, highest: number | null): string {
  if ((highest ?? 0) <= (lowest ?? 0)) return formatPrice(lowest);
  return isFree(lowest) ? `Free – ${formatMoney(highest ?? 0)}` : `from ${formatMoney(lowest ?? 0)}`;
}

/** Writes an amount in pounds with two decimals, such as `£1,644.20`. Zero is not `Free`. */
export function formatMoney(pounds: number): string {
  return writeMoney(pounds * 100);
}

/** Writes a price as somebody would type it: `8`, or `8.50` with pence. */
export function formatPriceInput(pounds: number): string {
  return Number.isInteger(pounds) ? String(pounds) : pounds.toFixed(2);
}

export function isFree(price: number | null): boolean {
  return !price;
}
