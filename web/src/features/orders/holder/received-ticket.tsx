import { formatShortCode } from '@foyer/contract/text/short-code.ts';
import { useMutation } from '@tanstack/react-query';
import { FileDown } from 'lucide-react';
import { messageOf } from '../../../api/call-error.ts';
import { fetchFile } from '../../../api/client.ts';
import { useSite } from '../../../layout/use-site.ts';
import { ticketAddress } from '../../../paths.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { saveFile, writeFileName } from '../../../ui/save-file.ts';
import { TicketStub } from '../../../ui/ticket-stub.tsx';
import { TicketPicture } from '../../events/ticket-picture.tsx';
import { describeTicket } from '../order/order-words.ts';
import { OrderedEvent } from '../ordered-event.tsx';
import { callFor, type ReceivedTicket, type TicketAddress } from './orders.holder.api.ts';
import { lazyPart } from '../../../layout/lazy-part.tsx';
import { toast } from '../../../ui/overlays/toast.ts';

const QrCode = lazyPart(async () => (await import('../../tickets/qr-code.tsx')).QrCode);

interface ReceivedTicketProps {
  ticket: ReceivedTicket;
  address: TicketAddress;
}

/** A received ticket: its QR code for the door, its event, and the PDF to print. */
export function ReceivedTicketView({ ticket, address }: ReceivedTicketProps) {
  const { word, tone } = describeTicket({ ...ticket, transferred_at: null }, []);
  const isValid = ticket.status === 'valid';
  const facts = (
    <>
      <p className="flex flex-wrap items-center justify-between gap-2">
        <span className="font-display text-2xl font-semibold wrap-anywhere">{ticket.type_name}</span>
        <Badge tone={tone}>{word}</Badge>
      </p>
      <p className="mt-1 text-lg wrap-anywhere">{ticket.attendee_name}</p>
    </>
  );
  return (
    <article className="page-width py-8 sm:py-12">
      <h1 className="text-4xl font-semibold sm:text-5xl">Your ticket</h1>
      <p className="mt-3 max-w-prose text-lg text-ink-soft">
        {isValid ? 'Show this code at the door. It is yours alone.' : endedTexts[ticket.status]}
      </p>
      <div className="mt-8 grid grid-cols-1 items-start gap-9 md:grid-cols-[minmax(0,26rem)_minmax(0,1fr)] lg:gap-14">
        {isValid ? (
          <TicketStub
            stub={
              <>
                {facts}
                <TicketPicture url={ticket.event.event_img_url} category={ticket.event.category} />
              </>
            }
          >
            <Code ticket={ticket} address={address} />
          </TicketStub>
        ) : (
          <TicketStub stub={<span />}>{facts}</TicketStub>
        )}
        <div className="max-w-lg">
          <OrderedEvent event={ticket.event} isComing={isValid} hasPicture={!isValid} />
        </div>
      </div>
    </article>
  );
}

const endedTexts: Record<ReceivedTicket['status'], string> = {
  valid: '',
  used: 'This ticket was used at the door.',
  cancelled: 'This ticket was cancelled and no longer works.',
  refunded: 'This ticket was refunded to its buyer and no longer works.',
};

function Code({ ticket, address }: ReceivedTicketProps) {
  const { origin } = useSite();
  const print = useMutation({
    mutationFn: () => fetchFile('GET /tickets/:id/held.pdf', callFor(address)),
    onSuccess: (file) => saveFile(writeFileName(ticket.event.title, 'pdf'), file),
    onError: (error) => toast.error(messageOf(error, 'We could not make the PDF. Try again.')),
  });
  return (
    <>
      {ticket.ticket_code !== null && (
        <span className="mx-auto block aspect-square max-w-72 overflow-hidden rounded-lg bg-[#fff]">
          <QrCode
            text={ticketAddress(origin, ticket.ticket_code)}
            label={`QR code of the ${ticket.type_name} ticket`}
          />
        </span>
      )}
      {ticket.short_code !== null && (
        <p className="mt-3 text-center font-mono text-lg tracking-wider">
          {formatShortCode(ticket.short_code)}
        </p>
      )}
      <div className="mt-4 flex justify-center">
        <Button variant="secondary" busy={print.isPending} onClick={() => print.mutate()}>
          {!print.isPending && <FileDown size={18} aria-hidden />}
          PDF
        </Button>
      </div>
    </>
  );
}
