import { zodResolver } from '@hookform/resolvers/zod';
import { useBlocker } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useSite } from '../../../layout/use-site.ts';
import {
  dropEventDraft,
  eventDraftKey,
  findEventDraft,
  findPictureName,
  keepEventDraft,
  keepPictureName,
} from './event-draft.ts';
import { blankEventValues, eventValuesOf } from './event-form-values.ts';
import { makeEventSchema } from './event.schema.ts';
import type { FoyerEvent } from '../events.api.ts';

/** The form's state. Its values survive a reload of the page. */
export function useEventForm(event: FoyerEvent | null, userId: number, teamId: number | undefined) {
  const { timeZone } = useSite();
  const [{ initial, key, kept, keptPicture }] = useState(() => {
    const values = event ? eventValuesOf(event, timeZone) : blankEventValues(teamId);
    const draftKey = eventDraftKey(userId, event);
    return {
      initial: values,
      key: draftKey,
      kept: findEventDraft(draftKey, values),
      keptPicture: findPictureName(draftKey),
    };
  });
  const form = useForm({
    resolver: zodResolver(makeEventSchema(timeZone), undefined, { raw: true }),
    mode: 'onTouched',
    defaultValues: initial,
    values: kept ?? undefined,
    resetOptions: { keepDefaultValues: true },
  });
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values }) => keepEventDraft(key, values, initial),
      }),
    [form, key, initial],
  );
  return {
    form,
    initial,
    wasKept: kept !== null,
    /** The name of a file that was chosen before the reload. */
    keptPicture,
    keepPicture: (name: string | null) => keepPictureName(key, name),
    dropDraft: () => dropEventDraft(key),
  };
}

/** Asks before the user leaves a page with unsaved changes, for another site too. */
export function useLeaveQuestion(unsaved: boolean) {
  return useBlocker({
    shouldBlockFn: ({ current, next }) => unsaved && current.pathname !== next.pathname,
    enableBeforeUnload: unsaved,
    disabled: !unsaved,
    withResolver: true,
  });
}
