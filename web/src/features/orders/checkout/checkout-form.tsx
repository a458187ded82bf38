import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { showFieldErrors } from '../../../api/field-errors.ts';
import { CallError } from '../../../api/call-error.ts';
import { useSession } from '../../../api/session.ts';
import { formatMoney } from '../../../format/money.ts';
import { useEventKey } from '../../../layout/use-event-key.ts';
import { Link } from '../../../layout/link.tsx';
import { paths, readWanted } from '../../../paths.ts';
import { Button, buttonStyle } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { FormError } from '../../../ui/forms/field.tsx';
import { NeedsScripts } from '../../../ui/forms/needs-scripts.tsx';
import type { Offers } from '../../events/choice/events.choice.api.ts';
import { type Choice, computeSum, listReserved, needsCode } from '../../events/choice/ticket-choice.ts';
import type { FoyerEvent } from '../../events/events.api.ts';
import { OrderSummary } from '../order-summary.tsx';
import { AttendeeNames } from './attendee-names.tsx';
import { BuyerNameField } from './buyer-name-field.tsx';
import { GuestFields } from './guest-fields.tsx';
import { OrderRefusal } from './order-refusal.tsx';
import { allReserved, findOpenOrder } from './order-refusals.ts';
import { composeItems, leaveOutEmails, listPlaces, mapFields, nameFirstTicket } from './order-request.ts';
import { useBuyerForm } from './use-buyer-form.ts';
import { usePlaceOrder } from './use-place-order.ts';

/** Words on the left, the order on the right. */
export const checkoutColumns =
  'grid items-start gap-8 lg:grid-cols-[minmax(0,1.5fr)_minmax(20rem,1fr)] lg:gap-12';

export interface CheckoutFormProps {
  event: FoyerEvent;
  offers: Offers;
  choice: Choice;
  /** The number of the buyer's unpaid order that this order replaces. */
  replaces: string | undefined;
  onOpenOrder: (number: string) => void;
}

export function CheckoutForm({ event, offers, choice, replaces, onOpenOrder }: CheckoutFormProps) {
  const { user, status } = useSession();
  const key = useEventKey();
  const { form, draft } = useBuyerForm(event.id);
  const { register, handleSubmit, setError, formState } = form;
  const order = usePlaceOrder({ onOpenOrder, onPlaced: () => draft.drop() });
  const [newTotal, setNewTotal] = useState<number | null>(null);
  const sum = computeSum(offers, choice);
  const total = newTotal ?? sum.totalPence / 100;
  const { code, promo } = useAppliedCode(offers);
  const places = listPlaces(offers.ticket_types, choice);
  const fieldOf = mapFields(offers.ticket_types, choice);
  const mailsAttendees = user !== null || total > 0;
  const submit = handleSubmit(({ name, email, attendees: typed }) => {
    const attendees = mailsAttendees ? typed : leaveOutEmails(typed);
    const named = event.asks_for_names ? nameFirstTicket(places, { name, attendees }) : attendees;
    order.mutate(
      {
        event_id: event.id,
        items: composeItems(offers.ticket_types, choice, named),
        expected_total: total,
        buyer: { name, email: user?.email ?? email },
        ...(promo && needsCode(offers, choice) && { promo_code: code }),
        ...(replaces !== undefined && { replaces }),
        ...(key !== undefined && { key }),
      },
      {
        onError: (error) => {
          const changed = error instanceof CallError && error.code === 'price_changed';
          if (changed) setNewTotal(error.refusal.total ?? null);
          showFieldErrors(
            (field, fault, options) => setError(fieldOf[field] ?? 'name', fault, options),
            error,
            Object.fromEntries(Object.keys(fieldOf).map((field) => [field, []])),
          );
        },
      },
    );
  });
  const { errors } = formState;
  const hasFieldErrors = Boolean(errors.name ?? errors.email ?? errors.attendees);
  const refused = order.isError && !hasFieldErrors;
  const isReserved = replaces === undefined && listReserved(offers.ticket_types, choice).length > 0;
  const openOrder = findOpenOrder(order.error);
  return (
    <form
      noValidate
      method="post"
      className={`mt-8 ${checkoutColumns}`}
      onSubmit={(submitted) => void submit(submitted)}
    >
      <div className="grid gap-8">
        <section aria-labelledby="your-details" className="grid gap-5">
          <h2 id="your-details" className="text-2xl font-semibold">
            Your details
          </h2>
          <NeedsScripts />
          {user ? (
            <>
              <BuyerNameField
                register={register}
                errors={errors}
                hint="For the tickets. We remember it for your next order."
              />
              <p className="text-ink-soft wrap-anywhere">We send the tickets to {user.email}.</p>
            </>
          ) : (
            <GuestFields register={register} errors={errors} onLogIn={() => draft.handOver()} />
          )}
        </section>
        <AttendeeNames
          register={register}
          errors={errors.attendees}
          places={places}
          isRequired={event.asks_for_names}
          mailsAttendees={mailsAttendees}
          hasNames={draft.hasAttendees && status !== 'unknown'}
        />
      </div>
      <Card className="grid gap-5 p-5 sm:p-7 lg:sticky lg:top-26">
        <h2 className="text-2xl font-semibold">Your order</h2>
        <OrderSummary
          lines={offers.ticket_types.flatMap(({ id, name, price }) =>
            choice[id] ? [{ name, quantity: choice[id], price: price * choice[id] }] : [],
          )}
          discount={newTotal === null ? sum.discountPence / 100 : 0}
          total={total}
          promoCode={promo ? (code ?? null) : null}
        />
        {/* On a phone, the sum and the button stay visible while the buyer fills in the form. */}
        <div data-bottom-bar className="grid gap-3">
          <FormError>
            {refused && <OrderRefusal error={order.error} event={event} offers={offers.ticket_types} />}
            {!refused && isReserved && allReserved}
          </FormError>
          {openOrder === undefined ? (
            <OrderButton total={total} isPending={order.isPending} isReserved={isReserved} />
          ) : (
            <OpenOrderButton number={openOrder} />
          )}
        </div>
        {total > 0 && openOrder === undefined && (
          <p className="text-center text-[0.9375rem] text-ink-faint">
            Your places are held while you pay on the next page.
          </p>
        )}
      </Card>
    </form>
  );
}

function useAppliedCode({ promo }: Offers) {
  const { code } = useSearch({ strict: false, select: readWanted });
  return { code: code?.toUpperCase(), promo: promo?.state === 'applied' };
}

interface OrderButtonProps {
  total: number;
  isPending: boolean;
  isReserved: boolean;
}

function OrderButton({ total, isPending, isReserved }: OrderButtonProps) {
  const [goesOn, waits] =
    total > 0
      ? [`Pay ${formatMoney(total)}`, 'Opening the payment page']
      : ['Get tickets', 'Getting your tickets'];
  return (
    <Button type="submit" size="lg" busy={isPending}>
      {isPending ? waits : isReserved ? 'Try again' : goesOn}
    </Button>
  );
}

/** Takes the place and the focus of the button that was refused. */
function OpenOrderButton({ number }: { number: string }) {
  return (
    <Link ref={takeFocus} to={paths.order} params={{ number }} className={buttonStyle('primary', 'lg')}>
      Show my open order
    </Link>
  );
}

function takeFocus(link: HTMLElement | null): void {
  link?.focus();
}
