import { type SubmitEvent, useState } from 'react';
import { CallError } from '../../../api/call-error.ts';
import { formatCount } from '../../../format/counts.ts';
import { currencySymbol, formatMoney } from '../../../format/money.ts';
import { FormButtons } from '../../../ui/forms/form-buttons.tsx';
import { Field, FormError, TextArea } from '../../../ui/forms/field.tsx';
import { MoneyInput } from '../../../ui/forms/money-input.tsx';
import { RadioCards } from '../../../ui/forms/radio-cards.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import type { Order } from '../orders.api.ts';
import { countLeft, isChosenAtFirst, listRefundable, readAmount, sumLeft } from './refund-amounts.ts';
import { RefundTickets } from './refund-tickets.tsx';
import { describeRefusal, reasonHints } from './refund-words.ts';
import { useRefundOrder } from './use-refund-order.ts';

export interface RefundDialogProps {
  order: Order;
  eventId: number;
  onClose: () => void;
}

const ends = {
  end: {
    label: 'End the tickets',
    hint: 'Their codes stop working, and their places go back on sale.',
  },
  keep: { label: 'Keep the tickets', hint: 'Only money goes back. The tickets stay valid.' },
} as const;

const endOptions = [
  { id: 'end', ...ends.end },
  { id: 'keep', ...ends.keep },
] as const;

/**
 * The dialog that refunds an order. The team chooses the tickets, the amount and whether the tickets end, and may
 * type a reason. After an error, all values stay.
 */
export function RefundDialog({ order, eventId, onClose }: RefundDialogProps) {
  const form = useRefundForm(order);
  const { amount, chosen, end, setEnd, reason, setReason } = form;
  const refunding = useRefundOrder(order.number, eventId);
  const [isTried, setTried] = useState(false);
  const { error } = refunding;
  const isRefund = countLeft(order) > 0;
  const isAboutAmount = error instanceof CallError && error.code === 'refund_too_large';
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setTried(true);
    if ((amount === null && !form.isWithoutMoney) || chosen.length === 0) return;
    const body = {
      ticket_ids: chosen.map(({ ticket }) => ticket.id),
      amount: amount === null ? undefined : amount / 100,
      cancel_tickets: end === 'end',
      reason: reason.trim() || undefined,
    };
    refunding.mutate(body, { onSuccess: onClose });
  };
  const sum = formatMoney((amount ?? 0) / 100);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !refunding.isPending && onClose()}
      title={isRefund ? `Refund order ${order.number}?` : `End tickets of order ${order.number}?`}
      description={
        isRefund
          ? `The money goes back to the card that ${order.buyer_name ?? 'the buyer'} paid with.`
          : 'This order has already been refunded in full. The codes of the ended tickets stop working, and their places go back on sale.'
      }
      className="sm:w-[min(40rem,calc(100vw-2rem))]"
    >
      <form noValidate className="grid gap-4" onSubmit={submit}>
        <RefundTickets
          {...form}
          isEnding={end === 'end'}
          isRefund={isRefund}
          fault={isTried && chosen.length === 0 ? 'Choose at least one ticket' : undefined}
        />
        <AmountField
          form={form}
          isRefund={isRefund}
          error={
            isAboutAmount
              ? describeRefusal(error)
              : isTried && amount === null
                ? 'Enter an amount such as 7.50'
                : undefined
          }
        />
        {isRefund && (
          <RadioCards
            legend="What happens to the tickets"
            options={[...endOptions]}
            value={end}
            onChange={setEnd}
          />
        )}
        <Field label="Reason" hint={reasonHints.refund}>
          {(control) => (
            <TextArea
              {...control}
              rows={2}
              maxLength={500}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          )}
        </Field>
        <FormError>{error && !isAboutAmount && describeRefusal(error)}</FormError>
        <FormButtons
          submit={form.isWithoutMoney ? `End ${formatCount(chosen.length, 'ticket')}` : `Refund ${sum}`}
          variant="danger-solid"
          busy={refunding.isPending}
          onCancel={onClose}
        >
          <output>
            {isRefund && (
              <span className="block font-display text-2xl leading-tight font-semibold tabular-nums">
                {sum}
              </span>
            )}
            <span className="text-[0.9375rem] text-ink-soft">
              {end === 'end' ? `${formatCount(chosen.length, 'ticket')} will end` : 'No ticket ends'}
            </span>
          </output>
        </FormButtons>
      </form>
    </Dialog>
  );
}

type RefundForm = ReturnType<typeof useRefundForm>;

interface AmountFieldProps {
  form: RefundForm;
  /** False when all money of the order has gone back. */
  isRefund: boolean;
  error: string | undefined;
}

function AmountField({ form, isRefund, error }: AmountFieldProps) {
  if (!isRefund) return null;
  if (form.isWithoutMoney) return <p className="text-ink-soft">No money is left for the chosen tickets.</p>;
  return (
    <Field
      label="Amount"
      required
      hint={`${formatMoney(form.most / 100)} is left of the chosen tickets.`}
      error={error}
    >
      {(control) => (
        <MoneyInput
          symbol={currencySymbol}
          {...control}
          value={form.typed}
          onChange={(event) => form.setTyped(event.target.value)}
        />
      )}
    </Field>
  );
}

/** Until the user types an amount, the form shows all that can still be refunded for the chosen tickets. */
function useRefundForm(order: Order) {
  const [end, setEnd] = useState<keyof typeof ends>('end');
  const [choices, setChoices] = useState<ReadonlyMap<number, boolean>>(new Map());
  const [own, setOwn] = useState<string | null>(null);
  const [reason, setReason] = useState('');
  // A refund that ends tickets can only be for tickets that have not ended.
  // A refund that keeps tickets can only be for tickets that cost money.
  const offered = listRefundable(order).filter(({ isLive, left }) => (end === 'end' ? isLive : left > 0));
  const isChosen = ({ ticket }: (typeof offered)[number]) =>
    choices.get(ticket.id) ?? isChosenAtFirst(ticket, end === 'end');
  const chosen = offered.filter(isChosen);
  const most = sumLeft(chosen, order);
  const choose = (id: number, isWanted: boolean) => {
    setChoices((before) => new Map(before).set(id, isWanted));
    setOwn(null);
  };
  // Free tickets, and tickets whose money went back already, can only end.
  const isWithoutMoney = end === 'end' && most === 0 && chosen.length > 0;
  const typed = own ?? (most / 100).toFixed(2);
  return {
    end,
    setEnd,
    offered,
    chosen,
    choose,
    most,
    typed,
    setTyped: setOwn,
    isWithoutMoney,
    amount: isWithoutMoney ? null : readAmount(typed),
    reason,
    setReason,
  };
}
