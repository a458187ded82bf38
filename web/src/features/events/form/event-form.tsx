import { type ReactNode, useId, useRef, useState } from 'react';
import { FormProvider, type UseFormReturn, useWatch } from 'react-hook-form';
import type { SessionUser } from '../../../api/session.ts';
import { Link } from '../../../layout/link.tsx';
import { useSite } from '../../../layout/use-site.ts';
import { paths } from '../../../paths.ts';
import { Button, buttonStyle } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { FormError } from '../../../ui/forms/field.tsx';
import type { Membership } from '../../teams/team-roles.ts';
import { CancelEventDialog } from './cancel-event-dialog.tsx';
import { ChangeReach } from '../changes/change-reach.tsx';
import { CategoryField } from './category-field.tsx';
import { DetailsFields } from './details-fields.tsx';
import { DescriptionField, LocationField, PublicField, TitleField } from './event-form-fields.tsx';
import type { EventFormValues } from './event-form-values.ts';
import { EventPictureField } from '../picture/event-picture-field.tsx';
import { EventPreview } from './event-preview.tsx';
import { EventTimesFields } from './event-times-fields.tsx';
import { KeptOffer } from '../drafts/kept-offer.tsx';
import { PolicyFields } from './policy-fields.tsx';
import { showSaveError } from './show-save-error.ts';
import { StatusField } from './status-field.tsx';
import { TeamField } from './team-field.tsx';
import type { ViewedEvent } from '../events.api.ts';
import type { ManagedType } from '../events.types.api.ts';
import { listStarts, noRepeat } from '../series/repeat-dates.ts';
import { RepeatFields } from '../series/repeat-fields.tsx';
import type { SeriesScope } from '../series/scope-field.tsx';
import { TicketFields } from '../types/ticket-fields.tsx';
import { useEventForm, useLeaveQuestion } from './use-event-form.ts';
import { type ChosenPicture, useChosenPicture } from '../../../ui/forms/use-chosen-picture.ts';
import { findLength, type CopiedEvent } from './copied-event.ts';
import { useCopiedPicture } from '../picture/use-copied-picture.ts';
import { useSaveEvent } from './use-save-event.ts';

export interface EventFormProps {
  /** Null for a new event. */
  event: ViewedEvent | null;
  types?: readonly ManagedType[];
  teams: Membership[];
  /** The event that a new event is a copy of. */
  copied?: CopiedEvent;
  /** The preselected team of a new event. */
  teamId?: number;
  user: SessionUser;
}

const noTypes: readonly ManagedType[] = [];

export function EventForm({ event, types = noTypes, copied, teams, teamId, user }: EventFormProps) {
  const { timeZone } = useSite();
  const { form, initial, draft, offer, answerOffer } = useEventForm(event, types, user.id, {
    teamId,
    copied,
  });
  const [showsKept, setShowsKept] = useState(draft.kept !== null);
  const [lostPicture, setLostPicture] = useState(draft.keptPicture);
  const picture = useChosenPicture(event?.event_img_url ?? null, (name) => {
    draft.keepPicture(name);
    setLostPicture(null);
  });
  const lacksCopy = useCopiedPicture(copied?.event.event_img_url ?? null, picture);
  const { save, uploaded } = useSaveEvent(event, {
    types,
    userId: user.id,
    timeZone,
    onSaved: () => draft.drop(),
    onTypeId: (index, id) => form.setValue(`ticket_types.${index}.id`, id),
  });
  const fields = useRef<HTMLDivElement>(null);
  const findFirstField = () => fields.current?.querySelector<HTMLElement>('input, select') ?? null;
  const choosesTeam = !event && teams.length > 1;
  const times = useWatch({ control: form.control, name: ['start_time', 'end_time'] });
  const [repeat, setRepeat] = useState(noRepeat);
  const [scope, setScope] = useState<SeriesScope>('this');
  const reach = { scope, onScope: setScope, types, saved: initial, control: form.control, userId: user.id };
  const repeats = listStarts(times[0], repeat);
  const leaving = useLeaveQuestion(form.formState.isDirty || picture.changed || repeats.length > 0);

  const send = (values: EventFormValues) =>
    save.mutate(
      {
        values,
        initial,
        file: picture.chosen?.file ?? null,
        removesPicture: picture.removed,
        repeats,
        scope,
      },
      { onError: (error) => showSaveError(error, { form, picture, choosesTeam, isNew: !event }) },
    );
  const [cancelling, setCancelling] = useState<EventFormValues | null>(null);
  const submit = form.handleSubmit((values) => {
    if (picture.fault !== null) picture.input.current?.focus();
    else if (values.status === 'cancelled' && initial.status !== 'cancelled') setCancelling(values);
    else send(values);
  });
  return (
    <form noValidate className="grid items-start gap-12 lg:grid-cols-[minmax(0,1fr)_20rem]" onSubmit={submit}>
      <div ref={fields} className="grid gap-10">
        <KeptNote
          typed={showsKept}
          picture={lostPicture}
          onStartOver={() => {
            form.reset(initial);
            picture.startOver();
            setShowsKept(false);
          }}
          finalFocus={findFirstField}
        />
        {offer && <KeptOffer offer={offer} onAnswer={answerOffer} finalFocus={findFirstField} />}
        <FormSection title="The event">
          {choosesTeam && <TeamField form={form} teams={teams} />}
          <TitleField form={form} />
          <DescriptionField form={form} required rows={7} />
          <CategoryField control={form.control} />
        </FormSection>
        <FormSection title="When and where">
          <EventTimesFields
            times={times}
            errors={form.formState.errors}
            register={form.register}
            onEnd={(end) => form.setValue('end_time', end, { shouldDirty: true })}
            length={copied ? findLength(copied.event) : undefined}
          />
          <RepeatFields start={times[0]} value={repeat} onChange={setRepeat} />
          <LocationField form={form} required />
          <DetailsFields form={form} doors={initial.doors_minutes} />
        </FormSection>
        <FormSection title="Places and price">
          <FormProvider {...form}>
            <TicketFields required saved={types} />
          </FormProvider>
        </FormSection>
        <FormSection title="After buying">
          <PolicyFields form={form} />
        </FormSection>
        <FormSection title="Picture">
          <EventPictureField control={form.control} picture={picture} event={event} lacksCopy={lacksCopy} />
        </FormSection>
        <FormSection title="Who sees it">
          <StatusField control={form.control} event={event} />
          <PublicField form={form} />
        </FormSection>
        <div className="border-t border-line-strong pt-6">
          {event && <ChangeReach event={event} {...reach} />}
          <FormError>{form.formState.errors.root?.message}</FormError>
          {save.isPending && picture.chosen && <UploadProgress share={uploaded} />}
          <SaveButtons saving={save.isPending} isNew={!event} />
        </div>
      </div>
      <PreviewColumn form={form} picture={picture} />
      <CancelEventDialog
        open={cancelling !== null}
        title={initial.title}
        onClose={() => setCancelling(null)}
        onConfirm={() => cancelling && send(cancelling)}
      />
      <LeaveQuestion leaving={leaving} onLeave={() => draft.drop()} />
    </form>
  );
}

function SaveButtons({ saving, isNew }: { saving: boolean; isNew: boolean }) {
  return (
    <div className="mt-4 flex flex-wrap justify-end gap-3">
      <Link to={paths.dashboard} className={buttonStyle('secondary', 'lg')}>
        Cancel
      </Link>
      <Button type="submit" size="lg" busy={saving}>
        {saving ? 'Saving...' : isNew ? 'Create Event' : 'Update Event'}
      </Button>
    </div>
  );
}

interface LeaveQuestionProps {
  leaving: ReturnType<typeof useLeaveQuestion>;
  onLeave: () => void;
}

function LeaveQuestion({ leaving, onLeave }: LeaveQuestionProps) {
  return (
    <ConfirmDialog
      open={leaving.status === 'blocked'}
      onOpenChange={(open) => !open && leaving.reset?.()}
      title="Leave without saving?"
      description="What you have changed here will be lost."
      cancelLabel="Stay"
      confirmLabel="Leave"
      onConfirm={() => {
        onLeave();
        leaving.proceed?.();
      }}
    />
  );
}

function FormSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="border-t border-line-strong pt-5">
      <h2 className="text-2xl font-semibold">{title}</h2>
      <div className="mt-5 grid gap-5">{children}</div>
    </section>
  );
}

interface KeptNoteProps {
  /** True when the form was filled with the values typed on an earlier visit. */
  typed: boolean;
  /**
   * The name of the picture chosen on an earlier visit. The user must choose the file again, because a page
   * cannot keep files.
   */
  picture: string | null;
  onStartOver: () => void;
  /** The element that gets the focus when this note disappears together with its button. */
  finalFocus: () => HTMLElement | null;
}

function KeptNote({ typed, picture, onStartOver, finalFocus }: KeptNoteProps) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      {(typed || picture) && (
        <div
          role="status"
          className="flex flex-wrap items-center justify-between gap-3 rounded-xl bg-warn-wash px-4 py-2.5 text-warn"
        >
          <p className="min-w-0 wrap-anywhere">
            {typed && 'We restored your unsaved changes.'}
            {picture && ` Choose the picture ${picture} again.`}
          </p>
          <Button variant="quiet" size="sm" onClick={() => setAsking(true)}>
            {typed ? 'Discard them' : 'Discard it'}
          </Button>
        </div>
      )}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Discard your changes?"
        description="What you have changed here will be lost."
        confirmLabel="Discard"
        onConfirm={() => {
          setAsking(false);
          onStartOver();
        }}
        finalFocus={typed || picture ? undefined : finalFocus}
      />
    </>
  );
}

function UploadProgress({ share }: { share: number }) {
  const id = useId();
  const percent = Math.floor(share * 100);
  return (
    <div className="mt-3 grid gap-1.5 text-[0.9375rem] text-ink-soft">
      <label htmlFor={id}>
        {percent < 100
          ? `Uploading the picture: ${percent}%`
          : 'The picture was uploaded and is being prepared.'}
      </label>
      <progress id={id} value={percent} max={100} className="h-2 w-full accent-spot" />
    </div>
  );
}

function PreviewColumn({ form, picture }: { form: UseFormReturn<EventFormValues>; picture: ChosenPicture }) {
  return (
    <div className="hidden lg:sticky lg:top-26 lg:block">
      <EventPreview control={form.control} picture={picture} />
    </div>
  );
}
