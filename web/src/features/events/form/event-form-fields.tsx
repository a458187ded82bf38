import { type FieldPath, useFormContext, type UseFormReturn } from 'react-hook-form';
import type { AdminEventValues } from '@foyer/contract/event-form.ts';
import { currencySymbol } from '../../../format/money.ts';
import { Checkbox } from '../../../ui/forms/checkbox.tsx';
import { Field, TextInput } from '../../../ui/forms/field.tsx';
import { MoneyInput } from '../../../ui/forms/money-input.tsx';
import { DescriptionEditor } from '../description/description-editor.tsx';
import type { EventFormValues } from './event-form-values.ts';

// The fields that are in both event forms: the organisers' and the administrators'.

type SharedName = FieldPath<EventFormValues> & FieldPath<AdminEventValues>;

export interface SharedForm {
  register: (name: SharedName) => ReturnType<UseFormReturn['register']>;
  getValues: (name: SharedName) => unknown;
  formState: { errors: Partial<Record<SharedName, { message?: string }>> };
}

interface FieldProps {
  form: SharedForm;
  required?: boolean;
}

export function TitleField({ form }: { form: SharedForm }) {
  return (
    <Field label="Title" required error={form.formState.errors.title?.message}>
      {(wiring) => <TextInput {...wiring} {...form.register('title')} autoComplete="off" maxLength={200} />}
    </Field>
  );
}

export function DescriptionField({ form, required, rows }: FieldProps & { rows: number }) {
  return (
    <Field
      label="Description"
      required={required}
      hint="Plain text is fine. Headings, bold, lists and links are shown on the event's page."
      error={form.formState.errors.description?.message}
    >
      {(wiring) => (
        <DescriptionEditor
          {...wiring}
          registration={form.register('description')}
          rows={rows}
          maxLength={20_000}
        />
      )}
    </Field>
  );
}

export function LocationField({ form, required }: FieldProps) {
  return (
    <Field label="Location" required={required} error={form.formState.errors.location?.message}>
      {(wiring) => (
        <TextInput
          {...wiring}
          {...form.register('location')}
          autoComplete="off"
          maxLength={300}
          placeholder="Venue, street and number"
        />
      )}
    </Field>
  );
}

/** The fields about tickets that are in both event forms. */
export type EventTicketFields = Pick<
  EventFormValues,
  'price' | 'max_attendees' | 'ticket_types' | 'start_time'
>;

export function PriceField({ required }: { required?: boolean }) {
  const { register, formState } = useFormContext<EventTicketFields>();
  return (
    <Field
      label="Price"
      required={required}
      hint="In pounds; 0 makes it free."
      error={formState.errors.price?.message}
    >
      {(wiring) => <MoneyInput symbol={currencySymbol} {...wiring} {...register('price')} />}
    </Field>
  );
}

/** @param hasTypes whether the event has a list of ticket types, each with a quantity of its own */
export function MaxAttendeesField({ hasTypes }: { hasTypes: boolean }) {
  const { register, formState } = useFormContext<EventTicketFields>();
  return (
    <Field
      label="Max Attendees"
      hint={
        hasTypes
          ? 'How many people in all, of all ticket types together. Leave empty for no limit.'
          : 'How many people in all. Leave empty for no limit.'
      }
      error={formState.errors.max_attendees?.message}
    >
      {(wiring) => (
        <TextInput
          {...wiring}
          {...register('max_attendees')}
          type="number"
          inputMode="numeric"
          min={1}
          step={1}
        />
      )}
    </Field>
  );
}

export function PublicField({ form }: { form: SharedForm }) {
  return (
    <Checkbox
      {...form.register('is_public')}
      label="Public Event"
      hint="Anyone can find it in the list. Otherwise only people with its private link."
    />
  );
}
