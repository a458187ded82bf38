import { adminEventForm, type AdminEventValues } from '@foyer/contract/event-form.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { Controller, FormProvider, type UseFormReturn, useForm, useWatch } from 'react-hook-form';
import { checkTicketTypes, endAfterStart } from '../../events/form/event.schema.ts';
import { listFieldErrors, showFieldErrors } from '../../../api/field-errors.ts';
import { useSite } from '../../../layout/use-site.ts';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { Field, FormError, Select } from '../../../ui/forms/field.tsx';
import { DetailsFields } from '../../events/form/details-fields.tsx';
import {
  DescriptionField,
  LocationField,
  PublicField,
  TitleField,
} from '../../events/form/event-form-fields.tsx';
import { blankDetails } from '../../events/form/event-form-values.ts';
import { EventTimesFields } from '../../events/form/event-times-fields.tsx';
import { showTypeError } from '../../events/types/show-type-error.ts';
import { TicketFields } from '../../events/types/ticket-fields.tsx';
import { FormButtons } from '../../../ui/forms/form-buttons.tsx';
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
  ticket_types: [],
  ...blankDetails,
  event_type: 'workshop',
  status: 'draft',
  is_public: true,
};

/** The form's fields in their order, each with the server's error codes that are shown at this field. */
const fields = {
  title: [],
  description: [],
  location: [],
  start_time: [],
  end_time: [],
  team_id: ['team_not_found'],
  price: [],
  max_attendees: [],
  doors_minutes: [],
  age_limit: [],
  line_up: [],
  accessibility: [],
} as const;

interface NewEventDialogProps {
  onClose: () => void;
  finalFocus: () => HTMLElement | null;
}

export function NewEventDialog({ onClose, finalFocus }: NewEventDialogProps) {
  const { timeZone } = useSite();
  const [schema] = useState(() =>
    adminEventForm.refine(...endAfterStart(timeZone)).superRefine(checkTicketTypes(timeZone)),
  );
  const [team, setTeam] = useState<ChosenTeam | null>(null);
  const form = useForm<AdminEventValues>({
    resolver: zodResolver(schema, undefined, { raw: true }),
    mode: 'onTouched',
    defaultValues: blank,
  });
  const times = useWatch({ control: form.control, name: ['start_time', 'end_time'] });
  const creation = useCreateEvent(timeZone, (index, id) => form.setValue(`ticket_types.${index}.id`, id));
  const submit = form.handleSubmit((values) =>
    creation.mutate(
      { values, teamName: team?.name ?? '' },
      {
        onSuccess: onClose,
        onError: (error) =>
          showTypeError(form.setError, error) || showFieldErrors(form.setError, error, fields),
      },
    ),
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
        <TitleField form={form} />
        <DescriptionField form={form} rows={3} />
        <LocationField form={form} />
        <EventTimesFields
          times={times}
          errors={form.formState.errors}
          register={form.register}
          onEnd={(end) => form.setValue('end_time', end, { shouldDirty: true })}
        />
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
        <FormProvider {...form}>
          <TicketFields />
        </FormProvider>
        <DetailsFields form={form} doors="" />
        <KindFields form={form} />
        <FormError>{listFieldErrors(creation.error, fields).length === 0 && creation.failure}</FormError>
        <FormButtons
          busy={creation.isPending}
          onCancel={onClose}
          submit={creation.isPending ? 'Creating...' : 'Create Event'}
        />
      </form>
    </Dialog>
  );
}

function KindFields({ form }: { form: UseFormReturn<AdminEventValues> }) {
  return (
    <>
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <Field label="Event Type">
          {(control) => (
            <Select {...control} {...form.register('event_type')}>
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
            <Select {...control} {...form.register('status')}>
              <option value="draft">Draft</option>
              <option value="published">Published</option>
              <option value="cancelled">Cancelled</option>
            </Select>
          )}
        </Field>
      </div>
      <PublicField form={form} />
    </>
  );
}
