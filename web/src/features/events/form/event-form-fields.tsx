import type { FieldPath, UseFormReturn } from 'react-hook-form';
import type { AdminEventValues } from '@foyer/contract/event-form.ts';
import { currencySymbol } from '../../../format/money.ts';
import { Checkbox, Field, TextArea, TextInput } from '../../../ui/forms/field.tsx';
import type { EventFormValues } from './event-form-values.ts';

// The fields that are in both event forms: the organisers' and the administrators'.

type SharedName = FieldPath<EventFormValues> & FieldPath<AdminEventValues>;

/** What a field needs from the form that contains it. */
export interface SharedForm {
  register: (name: SharedName) => ReturnType<UseFormReturn['register']>;
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
    <Field label="Description" required={required} error={form.formState.errors.description?.message}>
      {(wiring) => <TextArea {...wiring} {...form.register('description')} rows={rows} maxLength={20_000} />}
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

export function PlacesFields({ form, required }: FieldProps) {
  const { errors } = form.formState;
  return (
    <div className="grid items-start gap-5 sm:grid-cols-2">
      <Field
        label="Price"
        required={required}
        hint="In pounds; 0 makes it free."
        error={errors.price?.message}
      >
        {(wiring) => (
          <span className="relative block">
            <span aria-hidden className="absolute top-1/2 left-3.5 -translate-y-1/2 text-ink-soft">
              {currencySymbol}
            </span>
            <TextInput
              {...wiring}
              {...form.register('price')}
              type="number"
              inputMode="decimal"
              min={0}
              step={0.01}
              className="pl-8"
            />
          </span>
        )}
      </Field>
      <Field label="Max Attendees" hint="Leave empty for no limit." error={errors.max_attendees?.message}>
        {(wiring) => (
          <TextInput
            {...wiring}
            {...form.register('max_attendees')}
            type="number"
            inputMode="numeric"
            min={1}
            step={1}
          />
        )}
      </Field>
    </div>
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
