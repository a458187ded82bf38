import { type SubmitEvent, useRef, useState } from 'react';
import { messageOf } from '../../api/call-error.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { Field, FormError, TextArea } from '../../ui/forms/field.tsx';
import type { Attendee } from './attendees.api.ts';
import { type EventView, useChangeAttendee } from './use-attendee-changes.ts';

export interface EndTicketDialogProps {
  deed: 'cancel' | 'refund';
  attendee: Attendee;
  view: EventView;
  onClose: () => void;
  finalFocus: () => HTMLElement | null;
  /** The ticket has ended, and with it what its row could do. */
  onGone: () => void;
}

const words = {
  cancel: {
    title: 'Cancel ticket',
    effect: 'Their seat is free again, and their QR code opens no door. They are told by mail.',
    confirm: 'Cancel Ticket',
    failed: 'Failed to cancel the ticket',
  },
  refund: {
    title: 'Refund ticket',
    effect: 'What they paid goes back to their card, their seat is free again. They are told by mail.',
    confirm: 'Refund Ticket',
    failed: 'Failed to refund the ticket',
  },
} as const;

/** Ends one ticket, with the reason that the audit keeps; a refusal keeps what was typed. */
export function EndTicketDialog({ deed, attendee, view, onClose, finalFocus, onGone }: EndTicketDialogProps) {
  const { title, effect, confirm, failed } = words[deed];
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
      { deed, attendee, reason: typed },
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
      title={`${title} of ${attendee.username}`}
      description={`${effect} This action cannot be undone.`}
      finalFocus={finalFocus}
    >
      <form noValidate className="grid gap-5" onSubmit={submit}>
        <Field
          label="Reason"
          required
          hint="Kept for the site’s administrators; the attendee does not see it."
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
        <div className="flex flex-wrap justify-end gap-3">
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
