import { type SubmitEvent, useRef, useState } from 'react';
import { messageOf } from '../../api/call-error.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { Field, FormError, TextArea } from '../../ui/forms/field.tsx';
import type { Attendee } from './attendees.api.ts';
import { type EventView, useChangeAttendee } from './use-attendee-changes.ts';

export interface EndTicketDialogProps {
  action: 'cancel' | 'refund';
  attendee: Attendee;
  view: EventView;
  onClose: () => void;
  finalFocus: () => HTMLElement | null;
  /**
   * Called after the ticket was cancelled or refunded, to move the focus: the filter may have hidden the attendee's
   * row.
   */
  onGone: () => void;
}

const words = {
  cancel: {
    title: 'Cancel ticket',
    effect: 'Their place becomes free, and their QR code is no longer valid. They get an email about it.',
    confirm: 'Cancel Ticket',
    failed: 'Failed to cancel the ticket',
  },
  refund: {
    title: 'Refund ticket',
    effect:
      'What they paid goes back to their card, and their place becomes free. They get an email about it.',
    confirm: 'Refund Ticket',
    failed: 'Failed to refund the ticket',
  },
} as const;

/** The reason is written to the audit log. The typed reason stays after an error. */
export function EndTicketDialog({
  action,
  attendee,
  view,
  onClose,
  finalFocus,
  onGone,
}: EndTicketDialogProps) {
  const { title, effect, confirm, failed } = words[action];
  const input = useRef<HTMLTextAreaElement>(null);
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  const change = useChangeAttendee(view);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const typed = reason.trim();
    setMissing(typed === '');
    if (typed === '') {
      input.current?.focus();
      return;
    }
    change.mutate(
      { action, attendee, reason: typed },
      {
        onSuccess: () => {
          onClose();
          setTimeout(onGone);
        },
      },
    );
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !change.isPending && onClose()}
      title={`${title} of ${attendee.name}`}
      description={`${effect} This action cannot be undone.`}
      finalFocus={finalFocus}
    >
      <form noValidate className="grid gap-5" onSubmit={submit}>
        <Field
          label="Reason"
          required
          hint="Only site administrators see it, in the audit log."
          error={missing ? 'Reason is required' : undefined}
        >
          {(control) => (
            <TextArea
              {...control}
              ref={input}
              rows={3}
              maxLength={500}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          )}
        </Field>
        <FormError>{change.error && messageOf(change.error, failed)}</FormError>
        <div className="flex flex-wrap justify-end gap-3 max-sm:*:grow">
          <Button variant="secondary" disabled={change.isPending} onClick={onClose}>
            Keep Ticket
          </Button>
          <Button type="submit" variant="danger-solid" busy={change.isPending}>
            {confirm}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
