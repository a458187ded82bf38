import { Maximize2 } from 'lucide-react';
import { useState } from 'react';
import { formatPrice } from '../../format/money.ts';
import { Link } from '../../layout/link.tsx';
import { useSite } from '../../layout/use-site.ts';
import { paths } from '../../paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { inTicketRow, TicketStub } from '../../ui/ticket-stub.tsx';
import { formatDate, formatTime } from '../../format/dates.ts';
import { TicketFace, type TicketFaceProps } from './ticket-face.tsx';
import { PrintedCode } from './printed-code.tsx';
import { TicketQr } from './ticket-qr.tsx';
import { TicketPdfButton } from './ticket-pdf-button.tsx';
import { type TicketState, ticketStateOf } from './ticket-state.ts';
import type { Ticket } from './tickets.api.ts';
import { lazyPart } from '../../layout/lazy-part.tsx';

const DoorTicket = lazyPart(async () => (await import('./door-ticket.tsx')).DoorTicket);

export interface TicketCardProps extends Pick<TicketFaceProps, 'heading'> {
  ticket: Ticket;
  /** When the ticket was read, in milliseconds since 1970. */
  asOf: number;
}

export function TicketCard({ ticket, asOf, heading }: TicketCardProps) {
  const state = ticketStateOf(ticket, asOf);
  return (
    <TicketStub className={inTicketRow} stub={<Stub ticket={ticket} state={state} />}>
      <TicketFace {...ticket} heading={heading} />
    </TicketStub>
  );
}

interface TicketPartProps {
  ticket: Ticket;
  state: TicketState;
}

function Stub({ ticket, state }: TicketPartProps) {
  const { timeZone } = useSite();
  return (
    <div className="grid min-h-40 grid-cols-[7.25rem_minmax(0,1fr)] items-start gap-4 sm:grid-cols-[7.5rem_minmax(0,1fr)] sm:gap-5">
      <TicketCode ticket={ticket} state={state} />
      <div>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Badge tone={state.tone}>{state.word}</Badge>
          <span className="font-semibold">{formatPrice(ticket.price)}</span>
        </p>
        {ticket.used_at && (
          <p className="mt-2 text-[0.9375rem] text-ink-soft">
            Checked in {formatDate(ticket.used_at, timeZone)}, {formatTime(ticket.used_at, timeZone)}
          </p>
        )}
        <p className="mt-2 wrap-anywhere">
          {ticket.type_name}
          {ticket.attendee_name && <span className="block font-semibold">{ticket.attendee_name}</span>}
        </p>
        <p className="mt-2 text-[0.9375rem]">
          <span className="text-ink-faint">Ticket code</span>
          <PrintedCode code={ticket.short_code} />
        </p>
        <div className="flex flex-wrap items-center gap-x-6">
          <TicketLinks ticket={ticket} state={state} />
        </div>
      </div>
    </div>
  );
}

/** Leads to the order of a ticket, and to its PDF while it admits somebody. */
export function TicketLinks({ ticket, state }: TicketPartProps) {
  return (
    <>
      <Link
        to={paths.order}
        params={{ number: ticket.order_number }}
        className="inline-flex min-h-8 items-center text-sm whitespace-nowrap text-ink-soft underline underline-offset-4 hover:text-ink"
      >
        Order {ticket.order_number}
      </Link>
      {state.admits && <TicketPdfButton ticket={ticket} small />}
    </>
  );
}

/** The QR code of a ticket, which opens the full screen while it admits somebody. */
export function TicketCode({ ticket, state }: TicketPartProps) {
  return state.admits ? <DoorButton ticket={ticket} /> : <Stamped ticket={ticket} word={state.word} />;
}

/** The QR code of a ticket that is no longer valid. The code is too faint to scan and has a stamp over it. */
function Stamped({ ticket, word }: { ticket: Ticket; word: string }) {
  return (
    <div aria-hidden className="relative">
      <div className="overflow-hidden rounded-lg opacity-12">
        <TicketQr ticket={ticket} />
      </div>
      <span className="absolute inset-0 grid -rotate-12 place-items-center">
        <span className="rounded-md border-2 border-current bg-raised/80 px-1.5 text-center font-display text-sm leading-snug font-bold tracking-wide text-bad uppercase sm:text-base">
          {word}
        </span>
      </span>
    </div>
  );
}

/** The QR code itself is the button, because people press it. */
function DoorButton({ ticket }: { ticket: Ticket }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className="grid overflow-hidden rounded-lg border border-line bg-[#fff] font-semibold text-[#211a14] transition-shadow duration-150 hover:shadow-float"
        onClick={() => setOpen(true)}
      >
        <TicketQr ticket={ticket} />
        <span className="flex min-h-9 items-center justify-center gap-1.5 border-t border-line bg-raised px-2 text-sm whitespace-nowrap text-ink">
          <Maximize2 size={14} aria-hidden />
          Full screen
        </span>
      </button>
      {open && <DoorTicket ticket={ticket} onClose={() => setOpen(false)} />}
    </>
  );
}
