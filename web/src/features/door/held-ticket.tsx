import { Maximize2 } from 'lucide-react';
import { useState } from 'react';
import { useSite } from '../../layout/use-site.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { BreakableName } from '../users/breakable-name.tsx';
import { TicketStub } from '../../ui/ticket-stub.tsx';
import { formatDate, formatTime } from '../../format/dates.ts';
import { nameOnTicket } from '../tickets/name-on-ticket.ts';
import { PrintedCode } from '../tickets/printed-code.tsx';
import { TicketFace } from '../tickets/ticket-face.tsx';
import { TicketQr } from '../tickets/ticket-qr.tsx';
import { TicketPdfButton } from '../tickets/ticket-pdf-button.tsx';
import { ticketStateOf } from '../tickets/ticket-state.ts';
import type { Ticket } from '../tickets/tickets.api.ts';
import { lazyPart } from '../../layout/lazy-part.tsx';

const DoorTicket = lazyPart(async () => (await import('../tickets/door-ticket.tsx')).DoorTicket);

export interface HeldTicketProps {
  ticket: Ticket;
  /** Why the ticket would be refused at the door; null when it is valid. */
  refusal: string | null;
  /** When the ticket was read, in milliseconds since 1970. */
  asOf: number;
}

export function HeldTicket({ ticket, refusal, asOf }: HeldTicketProps) {
  const [large, setLarge] = useState(false);
  return (
    <div className="page-width grid justify-items-center py-8 sm:py-14">
      <h1 className="text-center text-4xl font-semibold sm:text-6xl">Your ticket</h1>
      <p className="mt-3 max-w-md text-center text-lg text-ink-soft">
        {refusal === null ? 'Show this at the door' : `${refusal}.`}
      </p>
      <TicketStub className="mt-6 w-full max-w-md sm:mt-9" stub={<Holder ticket={ticket} asOf={asOf} />}>
        <div className="grid justify-items-center gap-3 text-center">
          {refusal === null && (
            <div className="w-full max-w-72 overflow-hidden rounded-lg">
              <TicketQr ticket={ticket} />
            </div>
          )}
          <div className="text-[0.9375rem]">
            <span className="text-ink-faint">Ticket code</span>
            <PrintedCode code={ticket.short_code} />
          </div>
        </div>
      </TicketStub>
      {refusal === null && (
        <div className="mt-8 flex flex-wrap justify-center gap-3">
          <Button onClick={() => setLarge(true)}>
            <Maximize2 size={18} aria-hidden />
            Full screen
          </Button>
          <TicketPdfButton ticket={ticket} />
        </div>
      )}
      {large && <DoorTicket ticket={ticket} onClose={() => setLarge(false)} />}
    </div>
  );
}

function Holder({ ticket, asOf }: Pick<HeldTicketProps, 'ticket' | 'asOf'>) {
  const { timeZone } = useSite();
  const { word, tone } = ticketStateOf(ticket, asOf);
  return (
    <>
      <p className="flex flex-wrap items-center justify-between gap-3">
        <span className="text-xl font-semibold wrap-anywhere">
          <BreakableName name={nameOnTicket(ticket)} />
        </span>
        <Badge tone={tone}>{word}</Badge>
      </p>
      {ticket.used_at && (
        <p className="text-[0.9375rem] text-ink-soft">
          Checked in {formatDate(ticket.used_at, timeZone)}, {formatTime(ticket.used_at, timeZone)}
        </p>
      )}
      <div className="mt-5">
        <TicketFace {...ticket} heading="h2" />
      </div>
    </>
  );
}
