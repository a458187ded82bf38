import { useState } from 'react';
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form';
import { currencySymbol } from '../../../format/money.ts';
import { useSite } from '../../../layout/use-site.ts';
import { Checkbox, Field, Select, TextArea, TextInput } from '../../../ui/forms/field.tsx';
import { RadioCards, type RadioCardsProps } from '../../../ui/forms/radio-cards.tsx';
import type { Membership } from '../../teams/team-roles.ts';
import { CategoryField } from './category-field.tsx';
import type { EventFormValues } from './event-form-values.ts';
import type { ViewedEvent } from '../events.api.ts';
import { hasPassed } from '../../../format/zoned-time.ts';

type Form = UseFormReturn<EventFormValues>;

export function TeamField({ form, teams }: { form: Form; teams: Membership[] }) {
  return (
    <Field
      label="Team"
      required
      hint="Its members manage the event and check tickets in."
      error={form.formState.errors.team_id?.message}
    >
      {(wiring) => (
        <Select {...wiring} {...form.register('team_id')}>
          <option value="">Choose a team</option>
          {teams.map((team) => (
            <option key={team.team_id} value={team.team_id}>
              {team.team_name}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

export function WordFields({ form }: { form: Form }) {
  const { errors } = form.formState;
  return (
    <>
      <Field label="Title" required error={errors.title?.message}>
        {(wiring) => <TextInput {...wiring} {...form.register('title')} autoComplete="off" maxLength={200} />}
      </Field>
      <Field label="Description" required error={errors.description?.message}>
        {(wiring) => <TextArea {...wiring} {...form.register('description')} rows={7} maxLength={20_000} />}
      </Field>
      <CategoryField control={form.control} />
    </>
  );
}

export function LocationField({ form }: { form: Form }) {
  return (
    <Field label="Location" required error={form.formState.errors.location?.message}>
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

export function PlacesFields({ form, unlimited }: { form: Form; unlimited: boolean }) {
  const { errors } = form.formState;
  return (
    <div className="grid items-start gap-5 sm:grid-cols-2">
      <Field label="Price" required hint="In pounds; 0 makes it free." error={errors.price?.message}>
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
      <Field
        label="Max Attendees"
        required={!unlimited}
        hint={unlimited ? 'Empty means no limit.' : undefined}
        error={errors.max_attendees?.message}
      >
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

type StatusOption = RadioCardsProps<EventFormValues['status']>['options'][number];

/** What else a published event can become, and what a cancelled one can stay. */
function listCancelledOptions(event: ViewedEvent | null): StatusOption[] {
  if (event?.status === 'cancelled') {
    const hint = 'Shown as cancelled, closed for registration.';
    return [{ id: 'cancelled', label: 'Stay Cancelled', hint }];
  }
  if (event?.status !== 'published' || !event.viewer?.can_cancel) return [];
  const hint = 'Everybody who comes is told, and paid tickets are refunded.';
  return [{ id: 'cancelled', label: 'Cancel Event', hint }];
}

export function VisibilityFields({ form, event }: { form: Form; event: ViewedEvent | null }) {
  const options: StatusOption[] = [
    { id: 'draft', label: 'Save as Draft', hint: 'Attendees do not see it until you publish it.' },
    { id: 'published', label: 'Publish Now', hint: 'Open for registration at once.' },
    ...listCancelledOptions(event),
  ];
  return (
    <>
      <Checkbox
        {...form.register('is_public')}
        label="Public Event"
        hint="Anyone can find it in the list. Otherwise only those who have its address."
      />
      <Controller
        control={form.control}
        name="status"
        render={({ field }) => (
          <RadioCards legend="Status" options={options} value={field.value} onChange={field.onChange} />
        )}
      />
      <PastNote control={form.control} />
    </>
  );
}

/** Publishing an event that has begun or is over is allowed, for the record, and rarely meant. */
function PastNote({ control }: { control: Form['control'] }) {
  const { timeZone } = useSite();
  const [openedAt] = useState(Date.now);
  const [status, start, end] = useWatch({ control, name: ['status', 'start_time', 'end_time'] });
  const isOver = hasPassed(openedAt, end, timeZone);
  return (
    <div role="status">
      {status === 'published' && (isOver || hasPassed(openedAt, start, timeZone)) && (
        <p className="rounded-lg bg-warn-wash px-4 py-3 font-medium text-warn">
          This event has already {isOver ? 'ended' : 'started'}. People will not be able to register.
        </p>
      )}
    </div>
  );
}
