import { Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form';
import { Button } from '../../../ui/button.tsx';
import type { ManagedType } from '../events.types.api.ts';
import { type EventTicketFields, MaxAttendeesField, PriceField } from '../form/event-form-fields.tsx';
import { TicketTypeCard } from './ticket-type-card.tsx';
import { blankType, firstTypeName, isPlain } from './type-values.ts';

/** The most ticket types that the server accepts. */
const maxTicketTypes = 50;

interface TicketFieldsProps {
  required?: boolean;
  saved?: readonly ManagedType[];
}

/**
 * What an event sells: one price, or a list of ticket types. Both event forms contain these fields, inside a
 * `FormProvider`.
 */
export function TicketFields({ required, saved = [] }: TicketFieldsProps) {
  const form = useFormContext<EventTicketFields>();
  const { fields, append, move, remove, replace } = useFieldArray({
    control: form.control,
    name: 'ticket_types',
    keyName: 'key',
  });
  const [said, setSaid] = useState('');
  const list = useRef<HTMLOListElement>(null);
  const isOpen = fields.length > 0;
  // Moving the focus to a new card must show no error in the card that had the focus: the user has not left it.
  const isAdding = useRef(false);

  const add = () => {
    const price = form.getValues('price');
    const first = saved[0];
    const opened = { ...blankType, id: first ? String(first.id) : '', name: firstTypeName, price };
    const index = Math.max(1, fields.length);
    isAdding.current = true;
    append(isOpen ? { ...blankType } : [{ ...opened, paused: first?.paused ?? false }, { ...blankType }], {
      focusName: `ticket_types.${index}.name`,
    });
    // The price field is hidden now, so a wrong value in this field must not keep the form from being sent.
    if (!isOpen) form.setValue('price', '0');
    setSaid('');
  };
  const drop = (index: number) => {
    const left = form.getValues('ticket_types').filter((_type, place) => place !== index);
    const [only] = left;
    setSaid('Ticket type removed.');
    if (left.length === 1 && only && saved.length <= 1 && isPlain(only)) {
      form.setValue('price', only.price);
      replace([]);
      requestAnimationFrame(() => form.setFocus('price'));
      return;
    }
    remove(index);
    // The dialog about the deletion has the focus until it has closed, so wait.
    requestAnimationFrame(() => form.setFocus(`ticket_types.${Math.max(0, index - 1)}.name`));
  };
  const shift = (from: number, to: number) => {
    move(from, to);
    setSaid(
      `${form.getValues(`ticket_types.${to}.name`) || 'Ticket type'} is now ${to + 1} of ${fields.length}.`,
    );
    // The pressed button of the moved card gets the focus again. If the card cannot move further, its other button gets
    // the focus.
    const direction = to > from ? 'down' : 'up';
    const isLast = to === 0 || to === fields.length - 1;
    const wanted = isLast ? (direction === 'down' ? 'up' : 'down') : direction;
    requestAnimationFrame(() =>
      list.current?.children[to]?.querySelector<HTMLElement>(`[data-move="${wanted}"]`)?.focus(),
    );
  };
  return (
    <>
      <div className="grid items-start gap-5 sm:grid-cols-2">
        {!isOpen && <PriceField required={required} />}
        <MaxAttendeesField hasTypes={isOpen} />
      </div>
      {isOpen && (
        <ol
          ref={list}
          aria-label="Ticket types"
          className="grid grid-cols-1 gap-4"
          onBlurCapture={(event) => isAdding.current && event.stopPropagation()}
          onFocusCapture={() => {
            isAdding.current = false;
          }}
        >
          {fields.map((field, index) => (
            <TicketTypeCard
              key={field.key}
              index={index}
              count={fields.length}
              saved={saved.find(({ id }) => String(id) === field.id)}
              onMove={(to) => shift(index, to)}
              onRemove={() => drop(index)}
            />
          ))}
        </ol>
      )}
      <CapacityNote />
      <div className="flex flex-wrap items-center gap-4">
        {fields.length < maxTicketTypes && (
          <Button
            variant="secondary"
            // An empty field that loses the focus shows its error. The error would move this button away from the
            // pointer before the click.
            onMouseDown={(event) => event.preventDefault()}
            onClick={add}
          >
            <Plus size={18} aria-hidden />
            Add another ticket type
          </Button>
        )}
        <p role="status" className="sr-only">
          {said}
        </p>
      </div>
      <p className="text-sm text-ink-soft">
        Promo codes come later: when the event is saved, open its Sales page.
      </p>
    </>
  );
}

/** Warns when the ticket types have more places than the event, because sales then stop early. */
function CapacityNote() {
  const { control } = useFormContext<EventTicketFields>();
  const [types, places] = useWatch({ control, name: ['ticket_types', 'max_attendees'] });
  const total = types.reduce((sum, { quantity }) => sum + Number(quantity), 0);
  const isMore = places.trim() !== '' && types.length > 0 && total > Number(places);
  return (
    <div role="status">
      {isMore && (
        <p className="rounded-lg bg-warn-wash px-4 py-3 font-medium text-warn">
          Your ticket types add up to {total} tickets, but the event has only {places} places. Sales stop when
          the event is full.
        </p>
      )}
    </div>
  );
}
