import { lazy, Suspense } from 'react';
import { formatPrice } from '../../../format/money.ts';
import { useSession } from '../../../api/session.ts';
import { useSite } from '../../../layout/use-site.ts';
import { ticketAddress } from '../../../paths.ts';
import { Badge } from '../../../ui/badge.tsx';
import { TicketStub } from '../../../ui/ticket-stub.tsx';
import { TicketPdfButton } from '../../tickets/ticket-pdf-button.tsx';
import type { Order, OrderAddress, OrderedTicket } from '../orders.api.ts';
import { CancelTicket } from './cancel-order.tsx';
import { ticketWords } from './order-words.ts';
import { RenameTicket } from './rename-ticket.tsx';

const QrCode = lazy(async () => ({ default: (await import('../../tickets/qr-code.tsx')).QrCode }));

export interface OrderTicketsProps {
  order: Order;
  address: OrderAddress;
  eventTitle: string | null;
}

/** All tickets of an order that has tickets, each with its QR code while it is valid. */
export function OrderTickets({ order, address, eventTitle }: OrderTicketsProps) {
  if (order.status !== 'confirmed') return null;
  return (
    <section aria-labelledby="order-tickets">
      <h2 id="order-tickets" className="sr-only">
        Tickets
      </h2>
      <ul className="grid grid-cols-1 gap-6 sm:grid-cols-2">
        {order.tickets.map((ticket) => (
          <li key={ticket.id}>
            <OrderTicket ticket={ticket} order={order} address={address} eventTitle={eventTitle} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface OrderTicketProps extends OrderTicketsProps {
  ticket: OrderedTicket;
}

function OrderTicket({ ticket, order, address, eventTitle }: OrderTicketProps) {
  const { origin } = useSite();
  const { status } = useSession();
  const { word, tone } = ticketWords[ticket.status];
  const name = ticket.attendee_name ?? order.buyer_name;
  const isValid = ticket.status === 'valid';
  return (
    <TicketStub
      stub={
        <>
          {isValid && ticket.ticket_code !== null && (
            <span className="mx-auto block aspect-square max-w-52 bg-[#fff]">
              <Suspense>
                <QrCode
                  text={ticketAddress(origin, ticket.ticket_code)}
                  label={`QR code of the ${ticket.type_name} ticket${name ? ` of ${name}` : ''}`}
                />
              </Suspense>
            </span>
          )}
          {isValid && ticket.short_code !== null && (
            <p className="mt-2 text-center font-mono tracking-wider">{ticket.short_code}</p>
          )}
          <div className="mt-2 flex flex-wrap justify-center gap-x-2">
            {isValid && status === 'in' && address.key === undefined && (
              <TicketPdfButton
                ticket={{ id: ticket.id, event_title: eventTitle ?? ticket.type_name }}
                small
              />
            )}
            {isValid && <RenameTicket ticket={ticket} name={name ?? ''} address={address} />}
            <CancelTicket ticket={ticket} order={order} address={address} />
          </div>
        </>
      }
    >
      <p className="flex flex-wrap items-center justify-between gap-2">
        <span className="font-display text-2xl font-semibold wrap-anywhere">{ticket.type_name}</span>
        <Badge tone={tone}>{word}</Badge>
      </p>
      <p className="mt-1 text-lg wrap-anywhere">{name}</p>
      <p className="text-ink-soft">{formatPrice(ticket.price)}</p>
    </TicketStub>
  );
}
