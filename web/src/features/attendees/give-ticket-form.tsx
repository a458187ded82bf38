import { Gift } from 'lucide-react';
import { type SubmitEvent, useRef, useState } from 'react';
import { CallError, messageOf } from '../../api/call-error.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { FormError } from '../../ui/forms/field.tsx';
import type { FoyerEvent } from '../events/events.api.ts';
import { PersonNameField } from '../users/person-name-field.tsx';
import { useGiveTicket } from './use-attendee-changes.ts';
import { FormButtons } from '../../ui/forms/form-buttons.tsx';

interface GiveTicketProps {
  event: FoyerEvent;
  userId: number;
}

export function GiveTicketButton(props: GiveTicketProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="secondary" className="flex-1 sm:flex-none" onClick={() => setOpen(true)}>
        <Gift size={18} aria-hidden />
        Give a Ticket
      </Button>
      {open && <GiveTicketDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

const aboutPerson = ['user_not_found', 'ticket_exists'];

function GiveTicketDialog({ event, userId, onClose }: GiveTicketProps & { onClose: () => void }) {
  const input = useRef<HTMLInputElement>(null);
  const [name, setName] = useState('');
  const [missing, setMissing] = useState(false);
  const giving = useGiveTicket({ eventId: event.id, userId });
  const { error } = giving;
  const isAboutName = error instanceof CallError && aboutPerson.includes(error.code);
  const focusName = () => input.current?.focus();
  const submit = (submitted: SubmitEvent) => {
    submitted.preventDefault();
    const typed = name.trim();
    setMissing(typed === '');
    if (typed === '') focusName();
    else giving.mutate(typed, { onSuccess: onClose, onError: focusName });
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !giving.isPending && onClose()}
      title="Give a Ticket"
      description={`A complimentary ticket for ${event.title}. It takes one place and is sent by email at once.`}
    >
      <form noValidate className="grid gap-5" onSubmit={submit}>
        <PersonNameField
          ref={input}
          value={name}
          onChange={setName}
          hint="The person needs an account on this site."
          error={missing ? 'Username or email is required' : isAboutName ? error.msg : undefined}
        />
        <FormError>{error && !isAboutName && messageOf(error, 'Failed to give the ticket')}</FormError>
        <FormButtons
          submit={giving.isPending ? 'Giving...' : 'Give Ticket'}
          busy={giving.isPending}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  );
}
