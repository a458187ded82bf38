import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { eventsKey, viewerEventKey } from '../../../api/query-keys.ts';
import { messageOf } from '../../../api/call-error.ts';
import { api } from '../../../api/client.ts';
import { paths } from '../../../paths.ts';
import { describeNews } from '../changes/told-change.ts';
import { audiencesQuery } from '../events.audiences.api.ts';
import { type ManagedType, managedTypesQuery } from '../events.types.api.ts';
import type { SeriesScope } from '../series/scope-field.tsx';
import { saveTypes } from '../types/save-types.ts';
import { typeValuesOf } from '../types/type-values.ts';
import { teamsKey } from '../../teams/teams.api.ts';
import {
  type EventChangeBody,
  type EventFormValues,
  writeEventChange,
  writeMultipart,
  writeNewEvent,
} from './event-form-values.ts';
import type { FoyerEvent } from '../events.api.ts';
import { noteLastSave, type SavedEvent } from '../saved/saved-event.ts';
import { toast } from '../../../ui/overlays/toast.ts';

export interface EventToSave {
  values: EventFormValues;
  initial: EventFormValues;
  file: File | null;
  removesPicture: boolean;
  /** When the event takes place again, by the clock. */
  repeats: readonly string[];
  scope: SeriesScope;
}

interface SaveOptions {
  types: readonly ManagedType[];
  userId: number;
  timeZone: string;
  /** Deletes the draft. Runs after saving and before the list of events opens. */
  onSaved: () => void;
  /** Called when the server has given a new ticket type its id. */
  onTypeId: (index: number, id: string) => void;
}

/**
 * Creates an event or changes the given one, then opens the list of events.
 * `uploaded` says how much of the picture has been uploaded, from 0 to 1.
 */
export function useSaveEvent(
  event: FoyerEvent | null,
  { types, userId, timeZone, onSaved, onTypeId }: SaveOptions,
) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [uploaded, setUploaded] = useState(0);
  const stay = useStay();
  // The event that was created. When one of its ticket types is refused, the next try must change this event
  // instead of creating another event.
  const created = useRef<FoyerEvent>(null);
  const known = useRef(new Map(types.map((type) => [String(type.id), typeValuesOf(type, timeZone)])));
  const save = useMutation({
    mutationFn: async (toSave: EventToSave) => {
      setUploaded(0);
      const signal = stay.current?.signal;
      const sending = { onUpload: setUploaded, signal };
      const saved = await saveEvent(event ?? created.current, toSave, timeZone, sending);
      created.current = saved.event;
      const wanted = toSave.values.ticket_types;
      if (wanted.length > 0) {
        await saveTypes(saved.event.id, wanted, { known: known.current, timeZone, onId: onTypeId, signal });
      }
      if (toSave.repeats.length > 0) await repeatEvent(saved.event.id, toSave.repeats, signal);
      return saved;
    },
    onSuccess: async ({ msg, event: saved }, { initial: before, values: after, scope }) => {
      onSaved();
      const readers = {
        count: queryClient.getQueryData(audiencesQuery(saved.id, userId).queryKey)?.all,
        inSeries: scope !== 'this',
      };
      noteLastSave({
        event: saved,
        wasPublished: event?.status === 'published',
        news: event && describeNews({ event, before, after, timeZone }, readers),
      });
      toast.success(msg);
      // The form asks before it is left with changes. They are saved, but the form may still be open.
      await navigate({ to: paths.events, ignoreBlocker: true });
      await Promise.all(
        [
          eventsKey,
          teamsKey(userId),
          viewerEventKey(saved.id, userId),
          managedTypesQuery(saved.id, userId).queryKey,
        ].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
      );
    },
  });
  return { save, uploaded };
}

/** Thrown when the event is saved, but its other dates are not. */
export class RepeatError extends Error {
  constructor(cause: unknown) {
    const reason = messageOf(cause, 'Please try again.');
    super(`The event was saved, but its other dates were not: ${reason}`, { cause });
  }
}

async function repeatEvent(id: number, starts: readonly string[], signal?: AbortSignal): Promise<void> {
  try {
    await api('POST /events/:id/repeats', { params: { id }, body: { starts: [...starts] }, signal });
  } catch (error) {
    throw new RepeatError(error);
  }
}

/**
 * Returns a controller that stops saving when the user leaves the form. Otherwise the list of events would replace the
 * page that the user went to.
 */
function useStay() {
  const stay = useRef<AbortController>(null);
  useEffect(() => {
    const present = new AbortController();
    stay.current = present;
    return () => present.abort();
  }, []);
  return stay;
}

interface Sending {
  onUpload: (share: number) => void;
  signal?: AbortSignal;
}

/**
 * Creates an event or changes the given one. Without changes, nothing is sent, because the server refuses empty
 * changes.
 */
export async function saveEvent(
  event: FoyerEvent | null,
  { values, initial, file, removesPicture, scope }: Omit<EventToSave, 'repeats'>,
  timeZone: string,
  { onUpload, signal }: Sending,
): Promise<{ msg: string; event: SavedEvent }> {
  const write = <Body extends EventChangeBody>(body: Body) =>
    file ? { form: writeMultipart(body, file), onUpload, signal } : { body, signal };
  if (!event) return api('POST /events', write(writeNewEvent(values, timeZone)));
  const change = writeEventChange(values, initial, timeZone);
  const body = removesPicture ? { event_img_url: '', ...change } : change;
  if (Object.keys(body).length === 0 && !file) return { msg: 'Event updated successfully', event };
  const query = scope === 'this' ? {} : { apply_to: scope };
  return api('PATCH /events/:id', { params: { id: event.id }, query, ...write(body) });
}
