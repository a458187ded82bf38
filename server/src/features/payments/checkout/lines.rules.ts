import type { SessionLine } from '../../../payments/provider.ts';

interface PricedTicket {
  ticket_type_id: number;
  type_name: string;
  price_pence: number;
}

/**
 * Composes the lines of the payment page, one for each ticket type and price after the discount. The lines add up to
 * the order's total.
 */
export function composeLines(description: string, tickets: readonly PricedTicket[]): SessionLine[] {
  const lines = new Map<string, SessionLine>();
  for (const { ticket_type_id, type_name, price_pence: unitPence } of tickets) {
    const key = `${ticket_type_id} ${unitPence}`;
    const quantity = (lines.get(key)?.quantity ?? 0) + 1;
    lines.set(key, { name: type_name, description, quantity, unitPence });
  }
  return [...lines.values()];
}
