import type { AdminEventValues } from '@foyer/contract/event-form.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { Controller, type UseFormReturn, useForm, useWatch } from 'react-hook-form';
import { listFieldErrors } from '../../../api/field-errors.ts';
import { useSite } from '../../../layout/use-site.ts';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { Checkbox, Field, FormError, Select, TextArea, TextInput } from '../../../ui/forms/field.tsx';
import { EventTimesFields } from '../../events/form/event-times-fields.tsx';
import { makeAdminEventSchema } from './admin-event.schema.ts';
import { FormButtons } from '../form-buttons.tsx';
import { type ChosenTeam, TeamChoice } from './team-choice.tsx';
import { useCreateEvent } from './use-event-changes.ts';

const blank: AdminEventValues = {
  title: '',
  description: '',
  location: '',
  start_time: '',
  end_time: '',
  team_id: '',
  price: '0',
  max_attendees: '100',
  event_type: 'workshop',
  status: 'draft',
  is_public: true,
};

/** The refusals that belong to one field, in the form's order. */
const fields = {
  title: [],
  description: [],
  location: [],
  start_time: [],
  end_time: [],
  team_id: ['team_not_found'],
  price: [],
  max_attendees: [],
} as const;

type Form = UseFormReturn<AdminEventValues>;

interface NewEventDialogProps {
  onClose: () => void;
  /** Where the focus goes on closing. */
  finalFocus: () => HTMLElement | null;
}

export function NewEventDialog({ onClose, finalFocus }: NewEventDialogProps) {
  const { timeZone } = useSite();
  const [schema] = useState(() => makeAdminEventSchema(timeZone));
  const [team, setTeam] = useState<ChosenTeam | null>(null);
  const form = useForm<AdminEventValues>({
    resolver: zodResolver(schema, undefined, { raw: true }),
    mode: 'onTouched',
    defaultValues: blank,
  });
  const times = useWatch({ control: form.control, name: ['start_time', 'end_time'] });
  const creation = useCreateEvent(timeZone);
  const showRefusals = (error: unknown) => {
    for (const [index, { name, message }] of listFieldErrors(error, fields).entries()) {
      form.setError(name, { message }, { shouldFocus: index === 0 });
    }
  };
  const submit = form.handleSubmit((values) =>
    creation.mutate({ values, teamName: team?.name ?? '' }, { onSuccess: onClose, onError: showRefusals }),
  );
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !creation.isPending && onClose()}
      title="Create New Event"
      finalFocus={finalFocus}
      className="sm:w-[min(44rem,calc(100vw-2rem))]"
    >
      <form noValidate className="grid gap-5" onSubmit={(event) => void submit(event)}>
        <WordFields form={form} />
        <EventTimesFields times={times} errors={form.formState.errors} register={form.register} />
        <Controller
          control={form.control}
          name="team_id"
          render={({ field, fieldState }) => (
            <TeamChoice
              team={team}
              error={fieldState.error?.message}
              inputRef={field.ref}
              onBlur={field.onBlur}
              onChange={(chosen) => {
                setTeam(chosen);
                field.onChange(chosen ? String(chosen.id) : '');
              }}
            />
          )}
        />
        <NumberFields form={form} />
        <KindFields form={form} />
        <FormError>{listFieldErrors(creation.error, fields).length === 0 && creation.failure}</FormError>
        <FormButtons busy={creation.isPending} onCancel={onClose} idle="Create Event" active="Creating..." />
      </form>
    </Dialog>
  );
}

function WordFields({ form: { register, formState } }: { form: Form }) {
  const { errors } = formState;
  return (
    <>
      <Field label="Title" required error={errors.title?.message}>
        {(control) => <TextInput {...control} {...register('title')} autoComplete="off" maxLength={200} />}
      </Field>
      <Field label="Description" error={errors.description?.message}>
        {(control) => <TextArea {...control} {...register('description')} rows={3} maxLength={20_000} />}
      </Field>
      <Field label="Location" error={errors.location?.message}>
        {(control) => <TextInput {...control} {...register('location')} autoComplete="off" maxLength={300} />}
      </Field>
    </>
  );
}

function NumberFields({ form: { register, formState } }: { form: Form }) {
  const { errors } = formState;
  return (
    <div className="grid items-start gap-5 sm:grid-cols-2">
      <Field label="Price" hint="In pounds; 0 makes it free." error={errors.price?.message}>
        {(control) => (
          <TextInput
            {...control}
            {...register('price')}
            type="number"
            inputMode="decimal"
            min={0}
            step={0.01}
          />
        )}
      </Field>
      <Field label="Max Attendees" hint="Empty means no limit." error={errors.max_attendees?.message}>
        {(control) => (
          <TextInput
            {...control}
            {...register('max_attendees')}
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

function KindFields({ form: { register } }: { form: Form }) {
  return (
    <>
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <Field label="Event Type">
          {(control) => (
            <Select {...control} {...register('event_type')}>
              <option value="workshop">Workshop</option>
              <option value="conference">Conference</option>
              <option value="meetup">Meetup</option>
              <option value="webinar">Webinar</option>
              <option value="other">Other</option>
            </Select>
          )}
        </Field>
        <Field label="Status">
          {(control) => (
            <Select {...control} {...register('status')}>
              <option value="draft">Draft</option>
              <option value="published">Published</option>
              <option value="cancelled">Cancelled</option>
            </Select>
          )}
        </Field>
      </div>
      <Checkbox
        {...register('is_public')}
        label="Public Event"
        hint="Anyone can find it in the list. Otherwise only those who have its address."
      />
    </>
  );
}
