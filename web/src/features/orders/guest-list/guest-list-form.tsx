import { ClipboardList, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { type UseFormReturn, useFieldArray, useForm, useWatch } from 'react-hook-form';
import { formatCount } from '../../../format/counts.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { classes } from '../../../ui/classes.ts';
import { Field, FormError, Select, TextInput } from '../../../ui/forms/field.tsx';
import type { FoyerEvent } from '../../events/events.api.ts';
import type { ManagedType } from '../../events/events.types.api.ts';
import { describeRefusal, listGuestErrors } from './guest-errors.ts';
import { PasteGuests } from './paste-guests.tsx';
import { blankGuest, type GuestValues, maxGuests } from './read-guests.ts';
import { useInviteGuests } from './use-invite-guests.ts';

export interface GuestListValues {
  ticket_type_id: string;
  guests: GuestValues[];
}

type Form = UseFormReturn<GuestListValues>;

interface GuestListFormProps {
  /** The ticket types of the event, at least one. */
  types: readonly ManagedType[];
  event: FoyerEvent;
  userId: number;
}

const emailRule = (text: string) => /^\s*\S+@\S+\.\S+\s*$/.test(text) || 'Enter an email address';

/**
 * Gives complimentary tickets to all guests in the list. After a refusal, nobody gets a ticket and the typed lines
 * stay.
 */
export function GuestListForm({ types, event, userId }: GuestListFormProps) {
  const form = useForm<GuestListValues>({
    defaultValues: { ticket_type_id: String(types[0]?.id ?? ''), guests: [{ ...blankGuest }] },
  });
  const { fields, append, remove, replace } = useFieldArray({ control: form.control, name: 'guests' });
  const [isPasting, setPasting] = useState(false);
  const inviting = useInviteGuests(event.id, userId);
  const submit = form.handleSubmit((values) => {
    inviting.mutate(
      { typeId: Number(values.ticket_type_id), guests: values.guests },
      {
        onSuccess: () => form.reset({ ...values, guests: [{ ...blankGuest }] }),
        onError: (error) => {
          for (const [index, { name, message }] of listGuestErrors(error).entries()) {
            form.setError(name, { message }, { shouldFocus: index === 0 });
          }
        },
      },
    );
  });
  const listTyped = () =>
    form.getValues('guests').filter(({ name, email }) => name.trim() !== '' || email.trim() !== '');
  const addPasted = (guests: GuestValues[]) => {
    replace([...listTyped(), ...guests]);
    setPasting(false);
    // The pressed button disappears, so move the focus. Wait for the next frame, because the fields of the new lines
    // do not exist yet.
    requestAnimationFrame(() => form.setFocus('guests.0.name'));
  };
  const isRefused = inviting.error !== null && listGuestErrors(inviting.error).length === 0;
  return (
    <form noValidate className="grid gap-5" onSubmit={(submitted) => void submit(submitted)}>
      {types.length > 1 && <TypeField form={form} types={types} />}
      <ol aria-label="Guests to invite" className="grid gap-4">
        {fields.map((field, index) => (
          <GuestFields
            key={field.id}
            form={form}
            index={index}
            onRemove={fields.length > 1 ? () => remove(index) : undefined}
          />
        ))}
      </ol>
      {isPasting ? (
        <PasteGuests
          most={maxGuests - listTyped().length}
          onRead={addPasted}
          onCancel={() => setPasting(false)}
        />
      ) : (
        <div className="flex flex-wrap gap-2">
          {fields.length < maxGuests && (
            <Button
              variant="secondary"
              onClick={() => append({ ...blankGuest }, { focusName: `guests.${fields.length}.name` })}
            >
              <Plus size={18} aria-hidden />
              Add a guest
            </Button>
          )}
          <Button variant="quiet" className="px-4!" onClick={() => setPasting(true)}>
            <ClipboardList size={18} aria-hidden />
            Paste a list
          </Button>
        </div>
      )}
      <FormError>{isRefused && describeRefusal(inviting.error)}</FormError>
      {!isPasting && <SendButton form={form} busy={inviting.isPending} />}
    </form>
  );
}

function TypeField({ form, types }: { form: Form; types: readonly ManagedType[] }) {
  return (
    <Field label="Ticket type">
      {(control) => (
        <Select {...control} {...form.register('ticket_type_id')}>
          {types.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

interface GuestFieldsProps {
  form: Form;
  index: number;
  onRemove: (() => void) | undefined;
}

function GuestFields({ form, index, onRemove }: GuestFieldsProps) {
  const errors = form.formState.errors.guests?.[index];
  const at = `guests.${index}` as const;
  return (
    <li
      className={classes(
        'relative grid items-start gap-3 rounded-2xl border border-line bg-raised p-4',
        onRemove
          ? 'sm:grid-cols-[minmax(0,1fr)_minmax(0,1.3fr)_5.5rem_2.75rem]'
          : 'sm:grid-cols-[minmax(0,1fr)_minmax(0,1.3fr)_5.5rem]',
      )}
    >
      <Field label={`Name of guest ${index + 1}`} error={errors?.name?.message}>
        {(control) => (
          <TextInput
            {...control}
            {...form.register(`${at}.name`, { validate: (text) => text.trim() !== '' || 'Enter a name' })}
            maxLength={100}
            autoComplete="off"
          />
        )}
      </Field>
      <Field label="Email" error={errors?.email?.message}>
        {(control) => (
          <TextInput
            {...control}
            {...form.register(`${at}.email`, { validate: emailRule })}
            type="email"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        )}
      </Field>
      <Field label="Tickets" error={errors?.quantity?.message}>
        {(control) => (
          <TextInput
            {...control}
            {...form.register(`${at}.quantity`, {
              validate: (text) => (Number(text) >= 1 && Number.isInteger(Number(text))) || 'At least 1',
            })}
            type="number"
            inputMode="numeric"
            min={1}
            step={1}
          />
        )}
      </Field>
      {onRemove && (
        <IconButton
          label={`Remove guest ${index + 1}`}
          className="max-sm:absolute max-sm:top-1 max-sm:right-1 sm:mt-7.5"
          onClick={onRemove}
        >
          <Trash2 size={18} aria-hidden />
        </IconButton>
      )}
    </li>
  );
}

function SendButton({ form, busy }: { form: Form; busy: boolean }) {
  const guests = useWatch({ control: form.control, name: 'guests' });
  const count = guests.reduce((sum, { quantity }) => sum + (Number(quantity) || 0), 0);
  return (
    <Button type="submit" size="lg" busy={busy} className="justify-self-start max-sm:w-full">
      Send {formatCount(count, 'ticket')}
    </Button>
  );
}
