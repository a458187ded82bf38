import { formatMoney } from '../../../format/money.ts';
import { useSite } from '../../../layout/use-site.ts';
import { Checkbox } from '../../../ui/forms/checkbox.tsx';
import { FieldError } from '../../../ui/forms/field.tsx';
import type { RefundableTicket } from './refund-amounts.ts';
import { describeEntry } from './sold-words.ts';

interface RefundTicketsProps {
  offered: readonly RefundableTicket[];
  chosen: readonly RefundableTicket[];
  choose: (id: number, isWanted: boolean) => void;
  /** Whether the chosen tickets end. */
  isEnding: boolean;
  /** False when all money of the order has gone back. */
  isRefund: boolean;
  fault: string | undefined;
}

/** The tickets that a refund is for. Warns when a ticket ends although its guest is checked in. */
export function RefundTickets({ offered, chosen, choose, isEnding, isRefund, fault }: RefundTicketsProps) {
  const used = isEnding ? chosen.filter(({ ticket }) => ticket.status === 'used').length : 0;
  return (
    <fieldset>
      <legend className="mb-1 font-semibold">Tickets</legend>
      <div className="divide-y divide-line rounded-xl border border-line px-4">
        {offered.map((one) => (
          <Checkbox
            key={one.ticket.id}
            checked={chosen.includes(one)}
            onChange={(event) => choose(one.ticket.id, event.target.checked)}
            label={<TicketLabel {...one} isRefund={isRefund} />}
            className="[&_label]:w-full"
          />
        ))}
      </div>
      {fault && <FieldError>{fault}</FieldError>}
      <div role="status">
        {used > 0 && (
          <p className="mt-3 rounded-lg bg-warn-wash px-4 py-3 font-medium text-warn">
            {used === 1
              ? '1 chosen ticket is checked in. If you end it, its place goes back on sale although the guest is probably inside.'
              : `${used} chosen tickets are checked in. If you end them, their places go back on sale although the guests are probably inside.`}
          </p>
        )}
      </div>
    </fieldset>
  );
}

function TicketLabel({ ticket, left, isLive, isRefund }: RefundableTicket & { isRefund: boolean }) {
  const { timeZone } = useSite();
  return (
    <span className="flex min-w-0 flex-1 justify-between gap-4 py-2">
      <span className="min-w-0 wrap-anywhere">
        {ticket.type_name}
        {ticket.attendee_name !== null && (
          <span className="font-normal text-ink-soft">, {ticket.attendee_name}</span>
        )}
        <span className="block text-[0.9375rem] font-normal text-ink-soft">
          {describeEntry(ticket, timeZone)}
          {!isLive && ', has ended'}
        </span>
      </span>
      {isRefund && <span className="font-normal tabular-nums">{formatMoney(left / 100)}</span>}
    </span>
  );
}
