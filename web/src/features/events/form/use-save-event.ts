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
  /** What the form began with. */
  initial: EventFormValues;
  /** A picture to upload. */
  file: File | null;
  /** The stored picture is to go. */
  removesPicture: boolean;
}

/**
 * Creates an event, or changes the given one, and goes to the list.
 * `uploaded` is the share of a picture that has left, from 0 to 1.
 * @param onSaved what the form has to forget before the page is left
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
        description:
          saved.status === 'draft' ? 'A draft is seen by its team alone until it is published.' : null,
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
 * Ends with the form: who leaves it was told that what they have changed will be lost, so it is not saved behind
 * their back, nor are they sent away from where they have gone.
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
