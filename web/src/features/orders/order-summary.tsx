import { formatMoney, formatPrice } from '../../format/money.ts';
import type { OrderLine } from './order-lines.ts';

export interface OrderSummaryProps {
  lines: readonly OrderLine[];
  discount: number;
  total: number;
  promoCode: string | null;
}

/** Amounts are in pounds. */
export function OrderSummary({ lines, discount, total, promoCode }: OrderSummaryProps) {
  return (
    <dl className="grid gap-2">
      {lines.map(({ name, quantity, price }) => (
        <div key={`${name} ${price}`} className="flex justify-between gap-4">
          <dt className="min-w-0 wrap-anywhere">
            {quantity} × {name}
          </dt>
          <dd className="tabular-nums">{formatPrice(price)}</dd>
        </div>
      ))}
      {discount > 0 && (
        <div className="flex justify-between gap-4 text-good">
          <dt className="min-w-0 wrap-anywhere">{promoCode ? `Promo code ${promoCode}` : 'Discount'}</dt>
          <dd className="tabular-nums">−{formatMoney(discount)}</dd>
        </div>
      )}
      <div className="mt-1 flex justify-between gap-4 border-t border-line-strong pt-3 text-lg font-semibold">
        <dt>Total</dt>
        <dd className="tabular-nums">{formatPrice(total)}</dd>
      </div>
    </dl>
  );
}
