import { Badge } from '../../../ui/badge.tsx';
import { inTicketRow, TicketStub } from '../../../ui/ticket-stub.tsx';
import { TicketPicture } from '../../events/ticket-picture.tsx';
import { nameOnTicket } from '../../tickets/name-on-ticket.ts';
import { PrintedCode } from '../../tickets/printed-code.tsx';
import { TicketCode, TicketLinks } from '../../tickets/ticket-card.tsx';
import { TicketFace } from '../../tickets/ticket-face.tsx';
import { ticketStateOf } from '../../tickets/ticket-state.ts';
import type { OwnTicket } from '../../tickets/tickets.api.ts';
import { BreakableName } from '../../users/breakable-name.tsx';

interface OwnTicketProps {
  ticket: OwnTicket;
  /** When the ticket was read, in milliseconds since 1970. */
  asOf: number;
}

/** A ticket to come. Its QR code comes first, large enough to scan without a press, because this page is for the door. */
export function OwnTicketStub({ ticket, asOf }: OwnTicketProps) {
  const state = ticketStateOf(ticket, asOf);
  return (
    <TicketStub
      className={inTicketRow}
      stub={
        <div className="flex h-full flex-col">
          <TicketFace {...ticket} heading="h2" />
          <p className="mt-4 flex flex-wrap items-center gap-x-5 gap-y-2">
            <TicketLinks ticket={ticket} state={state} />
          </p>
          <TicketPicture
            // A copy of the tickets that an older Foyer stored in this browser has no pictures.
            url={ticket.event_img_url ?? null}
            category={ticket.event_category ?? null}
          />
        </div>
      }
    >
      <div className="grid justify-items-center gap-3 text-center">
        <div className="grid w-full max-w-72">
          <TicketCode ticket={ticket} state={state} />
        </div>
        <PrintedCode code={ticket.short_code} />
        <p className="flex flex-wrap items-center justify-center gap-x-3 gap-y-1">
          <Badge tone={state.tone}>{state.word}</Badge>
          <span className="wrap-anywhere">{ticket.type_name}</span>
        </p>
        <p className="font-semibold wrap-anywhere">
          <BreakableName name={nameOnTicket(ticket)} />
        </p>
      </div>
    </TicketStub>
  );
}
