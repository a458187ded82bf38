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
  type NewEventBody,
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
  /** Whether the stored picture is removed. */
  removesPicture: boolean;
}

/**
 * Creates an event or changes the given one, then opens the list of events.
 * `uploaded` is the uploaded share of the picture, from 0 to 1.
 * @param onSaved runs before the page changes; it deletes the draft
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
    mutationFn: ({ values, initial, file, removesPicture }: EventToSave) => {
      setUploaded(0);
      const sending = { file, onUpload: setUploaded, signal: stay.current?.signal };
      if (!event) return createEvent(writeNewEvent(values, timeZone), sending);
      const change = writeEventChange(values, initial, timeZone);
      return updateEvent(event.id, removesPicture ? { event_img_url: '', ...change } : change, sending);
    },
    onSuccess: async ({ msg, event: saved }) => {
      onSaved();
      toast.success(msg, {
        description: saved.status === 'draft' ? 'Only its team can see a draft until it is published.' : null,
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

/**
 * Aborts the saving when the user leaves the form. They were told that their changes will be lost, so nothing is saved
 * behind their back, and the page they have opened stays open.
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
  file: File | null;
  onUpload: (share: number) => void;
  signal: AbortSignal | undefined;
}

function createEvent(body: NewEventBody, { file, onUpload, signal }: Sending) {
  return api('POST /events', {
    ...(file ? { form: writeMultipart(body, file), onUpload } : { body }),
    signal,
  });
}

function updateEvent(id: number, body: EventChangeBody, { file, onUpload, signal }: Sending) {
  return api('PATCH /events/:id', {
    params: { id },
    ...(file ? { form: writeMultipart(body, file), onUpload } : { body }),
    signal,
  });
}
