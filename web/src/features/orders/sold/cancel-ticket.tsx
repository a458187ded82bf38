import { TicketX } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { EndTicketDialog } from './end-ticket-form.tsx';
import { type CancellableTicket, useCancelTicket } from './use-cancel-ticket.ts';

interface CancelTicketProps {
  ticket: CancellableTicket;
  /** Tells the button apart from the buttons of other tickets, such as `Ticket 2 of Mara Ellis`. */
  label: string;
  /** False for a ticket that has ended, is used or cost money, and for viewers who may not cancel tickets. */
  isAllowed: boolean;
  /** The state of the ticket, shown before the button. */
  children: ReactNode;
}

/** The state of a ticket that cost nothing, with a button that cancels the ticket. */
export function CancelTicket({ ticket, label, isAllowed, children }: CancelTicketProps) {
  const [isOpen, setOpen] = useState(false);
  const box = useRef<HTMLSpanElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const cancelling = useCancelTicket(ticket);
  const close = () => {
    setOpen(false);
    cancelling.reset();
  };
  return (
    // The button disappears with the ticket's end, so the state takes the focus.
    <span
      ref={box}
      tabIndex={-1}
      className="flex flex-wrap items-center justify-end gap-x-3 gap-y-1 outline-none"
    >
      {children}
      {isAllowed && (
        <Button
          ref={button}
          size="sm"
          variant="secondary"
          aria-label={`Cancel ticket: ${label}`}
          onClick={() => setOpen(true)}
        >
          <TicketX size={16} aria-hidden />
          Cancel ticket
        </Button>
      )}
      {isOpen && (
        <EndTicketDialog
          action="cancel"
          name={ticket.name}
          busy={cancelling.isPending}
          error={cancelling.error}
          onEnd={(reason) => cancelling.mutate(reason, { onSuccess: close })}
          onClose={close}
          finalFocus={() => button.current ?? box.current}
        />
      )}
    </span>
  );
}
