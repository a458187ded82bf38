import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { toast } from 'sonner';
import { api } from '../../api/client.ts';
import { paths } from '../../paths.ts';
import { teamsKey } from '../teams/teams.api.ts';
import {
  type EventChangeBody,
  type EventFormValues,
  type NewEventBody,
  writeEventChange,
  writeMultipart,
  writeNewEvent,
} from './event-form-values.ts';
import { eventsKey, type FoyerEvent, viewerEventKey } from './events.api.ts';

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
  const save = useMutation({
    mutationFn: ({ values, initial, file, removesPicture }: EventToSave) => {
      setUploaded(0);
      if (!event) return createEvent(writeNewEvent(values, timeZone), file, setUploaded);
      const change = writeEventChange(values, initial, timeZone);
      return updateEvent(
        event.id,
        removesPicture ? { event_img_url: '', ...change } : change,
        file,
        setUploaded,
      );
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

type OnUpload = (share: number) => void;

function createEvent(body: NewEventBody, file: File | null, onUpload: OnUpload) {
  return api('POST /events', file ? { form: writeMultipart(body, file), onUpload } : { body });
}

function updateEvent(id: number, body: EventChangeBody, file: File | null, onUpload: OnUpload) {
  return api('PATCH /events/:id', {
    params: { id },
    ...(file ? { form: writeMultipart(body, file), onUpload } : { body }),
  });
}
