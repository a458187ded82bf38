import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { Order } from '../orders.api.ts';
import { HeldOrder } from './held-order.tsx';

const address = { number: 'ABCDE2345', key: undefined };

function drawPayButton(secondsLeft: number): string {
  const hold_expires_at = new Date(Date.now() + secondsLeft * 1000).toISOString();
  const order = { number: address.number, tickets: [], total: 10, hold_expires_at } as unknown as Order;
  const page = renderToString(
    <QueryClientProvider client={new QueryClient()}>
      <HeldOrder order={order} address={address} />
    </QueryClientProvider>,
  );
  return /<button[^>]*>Pay £10\.00/.exec(page)?.[0] ?? '';
}

describe('the button that pays for a hold', () => {
  it('is open while the places are held', () => {
    expect(drawPayButton(60)).toMatch(/^<button(?!.*aria-disabled)/);
  });

  it('is closed when the time is over', () => {
    expect(drawPayButton(-1)).toContain('aria-disabled="true"');
  });
});
