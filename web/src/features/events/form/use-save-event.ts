import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { toast } from 'sonner';
import { eventsKey, viewerEventKey } from '../../../api/query-keys.ts';
import { api } from '../../../api/client.ts';
import { paths } from '../../../paths.ts';
import { teamsKey } from '../../teams/teams.api.ts';
import {
  type EventChangeBody,
  type EventFormValues,
  writeEventChange,
  writeMultipart,
  writeNewEvent,
} from './event-form-values.ts';
import type { FoyerEvent } from '../events.api.ts';

export interface EventToSave {
  values: EventFormValues;
  /** The values before the user changed them. */
  initial: EventFormValues;
  /** A picture to upload. */
  file: File | null;
  /** Whether the user has removed the stored picture. */
  removesPicture: boolean;
}

/**
 * Creates an event or changes the given one, then opens the list of events.
 * `uploaded` says how much of the picture has been uploaded, from 0 to 1.
 * @param onSaved deletes the draft; runs after saving and before the list of events opens
 */
export function useSaveEvent(
  event: FoyerEvent | null,
  { userId, timeZone, onSaved }: { userId: number; timeZone: string; onSaved: () => void },
) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [uploaded, setUploaded] = useState(0);
  const stay = useStay();
  const save = useMutation({
    mutationFn: (toSave: EventToSave) => {
      setUploaded(0);
      const sending = { onUpload: setUploaded, signal: stay.current?.signal };
      return saveEvent(event, toSave, timeZone, sending);
    },
    onSuccess: async ({ msg, event: saved }) => {
      onSaved();
      toast.success(msg, {
        description: explainVisibility(saved),
      });
      await navigate({ to: paths.events, ignoreBlocker: true });
      await Promise.all(
        [eventsKey, teamsKey(userId), viewerEventKey(saved.id, userId)].map((queryKey) =>
          queryClient.invalidateQueries({ queryKey }),
        ),
      );
    },
  });
  return { save, uploaded };
}

function explainVisibility({ status, is_public }: FoyerEvent): string | null {
  if (status === 'draft') return 'Only its team can see a draft until it is published.';
  return is_public ? null : 'Only people with its private link can see it. You find the link on its page.';
}

/**
 * Returns a controller that stops saving when the user leaves the form. Otherwise the list of events would
 * later replace the page that the user went to. The user was warned that unsaved changes are lost.
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
  { values, initial, file, removesPicture }: EventToSave,
  timeZone: string,
  { onUpload, signal }: Sending,
): Promise<{ msg: string; event: FoyerEvent }> {
  const write = <Body extends EventChangeBody>(body: Body) =>
    file ? { form: writeMultipart(body, file), onUpload, signal } : { body, signal };
  if (!event) return api('POST /events', write(writeNewEvent(values, timeZone)));
  const change = writeEventChange(values, initial, timeZone);
  const body = removesPicture ? { event_img_url: '', ...change } : change;
  if (Object.keys(body).length === 0 && !file) return { msg: 'Event updated successfully', event };
  return api('PATCH /events/:id', { params: { id: event.id }, ...write(body) });
}
