import { zodResolver } from '@hookform/resolvers/zod';
import { useBlocker } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useSite } from '../../../layout/use-site.ts';
import { type CopiedEvent, copyEventValues } from './copied-event.ts';
import { eventDraftKeys, type KeptOffer, openEventDraft } from '../drafts/event-draft.ts';
import { blankEventValues, eventValuesOf } from './event-form-values.ts';
import { makeEventSchema } from './event.schema.ts';
import type { FoyerEvent } from '../events.api.ts';
import type { ManagedType } from '../events.types.api.ts';
import { typeValuesOf } from '../types/type-values.ts';

/**
 * After a reload, a draft restores all typed values except the event's status. What was typed in a tab that is closed
 * is offered.
 */
export function useEventForm(
  event: FoyerEvent | null,
  types: readonly ManagedType[],
  userId: number,
  { teamId, copied }: { teamId?: number; copied?: CopiedEvent },
) {
  const { timeZone } = useSite();
  const [{ initial, draft }] = useState(() => {
    const blank = copied ? copyEventValues(copied, timeZone) : blankEventValues(teamId);
    const values = event ? eventValuesOf(event, timeZone, types) : blank;
    return {
      initial: values,
      draft: openEventDraft(
        eventDraftKeys(userId, event, copied?.event.id),
        values,
        types.map((type) => typeValuesOf(type, timeZone)),
      ),
    };
  });
  const form = useForm({
    resolver: zodResolver(makeEventSchema(timeZone), undefined, { raw: true }),
    mode: 'onTouched',
    defaultValues: initial,
    values: draft.kept ?? undefined,
    resetOptions: { keepDefaultValues: true },
  });
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values }) => draft.keep(values),
      }),
    [form, draft],
  );
  const { offer, answerOffer } = useOffers(draft, (chosen) => {
    form.reset(draft.continueWith(chosen, form.getValues()), { keepDefaultValues: true });
    draft.keep(form.getValues());
  });
  return { form, initial, draft, offer, answerOffer };
}

function useOffers(draft: ReturnType<typeof openEventDraft>, fillIn: (offer: KeptOffer) => void) {
  const [offers, setOffers] = useState<KeptOffer[]>([]);
  useEffect(() => {
    let isOpen = true;
    const close = draft.open();
    void draft.listOffers().then((found) => {
      if (isOpen) setOffers(found);
    });
    return () => {
      isOpen = false;
      close();
    };
  }, [draft]);
  const [offer] = offers;
  const answerOffer = (takes: boolean) => {
    if (!offer) return;
    if (takes) fillIn(offer);
    draft.dropOffer(offer);
    // After Continue, the other drafts wait for the next visit, so that two events are not mixed.
    setOffers(takes ? [] : offers.slice(1));
  };
  return { offer, answerOffer };
}

/** Asks users who have unsaved changes whether they want to leave the page. */
export function useLeaveQuestion(unsaved: boolean) {
  return useBlocker({
    shouldBlockFn: ({ current, next }) => unsaved && current.pathname !== next.pathname,
    enableBeforeUnload: unsaved,
    disabled: !unsaved,
    withResolver: true,
  });
}
