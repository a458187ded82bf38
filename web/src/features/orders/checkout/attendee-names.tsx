import { useState } from 'react';
import type { FieldErrors, UseFormRegister } from 'react-hook-form';
import { Button } from '../../../ui/button.tsx';
import { Field, TextInput } from '../../../ui/forms/field.tsx';
import type { BuyerValues, Place } from './order-request.ts';

export interface AttendeeNamesProps {
  register: UseFormRegister<BuyerValues>;
  errors: FieldErrors<BuyerValues>['attendees'];
  places: readonly Place[];
  /** Whether the organiser asks for a name on each ticket. */
  isRequired: boolean;
  /** Whether attendees get their tickets by mail. Free orders of guests send no mail to other people. */
  mailsAttendees: boolean;
  /** Whether the buyer has typed names on an earlier visit. */
  hasNames: boolean;
}

export function AttendeeNames({
  register,
  errors,
  places,
  isRequired,
  mailsAttendees,
  hasNames,
}: AttendeeNamesProps) {
  const [isOpen, setOpen] = useState(false);
  // A single ticket carries the name that the buyer has just typed above.
  const mustName = isRequired && places.length > 1;
  const isShown = isOpen || hasNames || mustName || errors !== undefined;
  return (
    <section aria-labelledby="ticket-names" className="grid gap-4">
      <h2 id="ticket-names" className="text-2xl font-semibold">
        Names on the tickets
      </h2>
      <p className="text-ink-soft">
        {mustName
          ? 'The organiser asks for a name on each ticket.'
          : 'Optional. Without names, all tickets carry yours, and you can bring anybody.'}
        {isShown && mailsAttendees && ' With an email address, that person also gets their ticket by email.'}
      </p>
      {isShown ? (
        places.map((place, index) => (
          <AttendeeFields
            key={place.id}
            place={place}
            isOnly={places.filter(({ offer }) => offer === place.offer).length === 1}
            register={register}
            errors={errors?.[place.id]}
            isFirst={index === 0}
            mustName={mustName}
            hasEmail={mailsAttendees}
          />
        ))
      ) : (
        <Button variant="secondary" className="justify-self-start" onClick={() => setOpen(true)}>
          Add names
        </Button>
      )}
    </section>
  );
}

interface AttendeeFieldsProps extends Pick<AttendeeNamesProps, 'register'> {
  place: Place;
  /** Whether the order has no other ticket of this type. */
  isOnly: boolean;
  errors: { name?: { message?: string }; email?: { message?: string } } | undefined;
  isFirst: boolean;
  mustName: boolean;
  hasEmail: boolean;
}

function AttendeeFields({
  register,
  place,
  isOnly,
  errors,
  isFirst,
  mustName,
  hasEmail,
}: AttendeeFieldsProps) {
  const { id, offer, position } = place;
  const isNeeded = mustName && !isFirst;
  return (
    <fieldset className="grid gap-3 border-t border-line pt-3 sm:grid-cols-2">
      <legend className="float-left mb-1 font-semibold sm:col-span-2">
        {isOnly ? offer.name : `${offer.name} ${position}`}
      </legend>
      <Field
        label="Name"
        required={isNeeded}
        hint={mustName && isFirst ? 'Leave it empty to use your own name.' : undefined}
        error={errors?.name?.message}
      >
        {(control) => (
          <TextInput
            {...control}
            {...register(`attendees.${id}.name`, {
              validate: (typed = '') => !isNeeded || typed.trim() !== '' || 'Enter a name for this ticket',
            })}
            autoComplete="off"
            maxLength={100}
          />
        )}
      </Field>
      {hasEmail && (
        <Field label="Email" error={errors?.email?.message}>
          {(control) => (
            <TextInput
              {...control}
              {...register(`attendees.${id}.email`)}
              type="email"
              inputMode="email"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={254}
            />
          )}
        </Field>
      )}
    </fieldset>
  );
}
