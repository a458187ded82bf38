import { type SubmitEvent, useRef, useState } from 'react';
import { messageOf } from '../../../api/call-error.ts';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { Field, FormError, TextArea } from '../../../ui/forms/field.tsx';
import { reasonHints } from './refund-words.ts';
import { FormButtons } from '../../../ui/forms/form-buttons.tsx';

export interface EndTicketDialogProps {
  action: 'cancel' | 'refund';
  /** The name on the ticket. */
  name: string;
  busy: boolean;
  /** Why the last try failed. Null without a failure. */
  error: Error | null;
  onEnd: (reason: string) => void;
  onClose: () => void;
  finalFocus: () => HTMLElement | null;
}

const words = {
  cancel: {
    title: 'Cancel the ticket',
    effect: 'Their place becomes free, and their QR code is no longer valid. They get an email about it.',
    confirm: 'Cancel Ticket',
    failed: 'Failed to cancel the ticket',
  },
  refund: {
    title: 'Refund the ticket',
    effect:
      'What they paid goes back to their card, and their place becomes free. They get an email about it.',
    confirm: 'Refund Ticket',
    failed: 'Failed to refund the ticket',
  },
} as const;

/** The reason is written to the audit log. The typed reason stays after an error. */
export function EndTicketDialog({
  action,
  name,
  busy,
  error,
  onEnd,
  onClose,
  finalFocus,
}: EndTicketDialogProps) {
  const { title, effect, confirm, failed } = words[action];
  const input = useRef<HTMLTextAreaElement>(null);
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const typed = reason.trim();
    setMissing(typed === '');
    if (typed === '') {
      input.current?.focus();
      return;
    }
    onEnd(typed);
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !busy && onClose()}
      title={`${title} of ${name}?`}
      description={`${effect} This action cannot be undone.`}
      finalFocus={finalFocus}
    >
      <form noValidate className="grid gap-5" onSubmit={submit}>
        <Field
          label="Reason"
          required
          hint={reasonHints[action]}
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
        <FormError>{error && messageOf(error, failed)}</FormError>
        <FormButtons
          submit={confirm}
          variant="danger-solid"
          cancel="Keep Ticket"
          busy={busy}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  );
}
