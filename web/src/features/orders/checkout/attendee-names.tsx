import { useState } from 'react';
import type { UseFormRegister } from 'react-hook-form';
import { Button } from '../../../ui/button.tsx';
import { Field, TextInput } from '../../../ui/forms/field.tsx';
import type { Offers } from '../../events/choice/events.choice.api.ts';
import type { Choice } from '../../events/choice/ticket-choice.ts';
import { type BuyerValues, listPlaces } from './order-request.ts';

export interface AttendeeNamesProps {
  register: UseFormRegister<BuyerValues>;
  offers: Offers;
  choice: Choice;
}

export function AttendeeNames({ register, offers, choice }: AttendeeNamesProps) {
  const [isOpen, setOpen] = useState(false);
  const places = listPlaces(offers.ticket_types, choice);
  return (
    <section aria-labelledby="ticket-names" className="grid gap-4">
      <h2 id="ticket-names" className="text-2xl font-semibold">
        Names on the tickets
      </h2>
      <p className="text-ink-soft">
        Optional. Without names, all tickets carry yours, and you can bring anybody.
      </p>
      {isOpen ? (
        <div className="grid gap-4 sm:grid-cols-2">
          {places.map(({ id, offer, position }) => (
            <Field key={id} label={choice[offer.id] === 1 ? offer.name : `${offer.name} ${position}`}>
              {(control) => (
                <TextInput {...control} {...register(`names.${id}`)} autoComplete="off" maxLength={100} />
              )}
            </Field>
          ))}
        </div>
      ) : (
        <Button variant="secondary" className="justify-self-start" onClick={() => setOpen(true)}>
          Add names
        </Button>
      )}
    </section>
  );
}
