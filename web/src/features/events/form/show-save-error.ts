import type { UseFormReturn } from 'react-hook-form';
import { messageOf } from '../../../api/call-error.ts';
import { listFieldErrors } from '../../../api/field-errors.ts';
import type { ChosenPicture } from '../../../ui/forms/use-chosen-picture.ts';
import { showTypeError } from '../types/show-type-error.ts';
import type { EventFormValues } from './event-form-values.ts';
import { RepeatError } from './use-save-event.ts';

/** The form's fields, each with the server's error codes that are shown at this field. */
const shownFields = {
  team_id: ['team_not_found'],
  title: [],
  description: [],
  category: [],
  start_time: [],
  end_time: [],
  location: [],
  price: [],
  max_attendees: ['capacity_below_sold'],
  refund_days: [],
  doors_minutes: [],
  age_limit: [],
  line_up: [],
  accessibility: [],
  event_image: ['not_an_image', 'image_too_large'],
  event_img_url: [],
  status: ['event_has_attendees'],
} as const;

interface FormParts {
  form: UseFormReturn<EventFormValues>;
  picture: ChosenPicture;
  /** Whether the form has the field for the team. */
  choosesTeam: boolean;
  isNew: boolean;
}

/** Shows why an event was not saved: at the fields that the error is about, or above the button. */
export function showSaveError(error: unknown, { form, picture, choosesTeam, isNew }: FormParts): void {
  if (showTypeError(form.setError, error)) return;
  if (error instanceof RepeatError) {
    form.setError('root', { message: error.message });
    return;
  }
  const placed = listFieldErrors(error, shownFields).filter(({ name }) => name !== 'team_id' || choosesTeam);
  for (const [index, { name, message }] of placed.entries()) {
    if (name === 'event_image') {
      picture.setFault(message);
      if (index === 0) picture.input.current?.focus();
    } else form.setError(name, { message }, { shouldFocus: index === 0 });
  }
  if (placed.length === 0) {
    const failed = `Failed to ${isNew ? 'create' : 'update'} event. Please try again.`;
    form.setError('root', { message: messageOf(error, failed) });
  }
}
