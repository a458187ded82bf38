import type { ComponentPropsWithRef } from 'react';
import { TextInput } from './field.tsx';

/** An input for an amount of money, with the currency's symbol inside the input. */
export function MoneyInput({ symbol, ...rest }: ComponentPropsWithRef<'input'> & { symbol: string }) {
  return (
    <span className="relative block">
      <span aria-hidden className="absolute top-1/2 left-3.5 -translate-y-1/2 text-ink-soft">
        {symbol}
      </span>
      <TextInput {...rest} type="number" inputMode="decimal" min={0} step={0.01} className="pl-8" />
    </span>
  );
}
