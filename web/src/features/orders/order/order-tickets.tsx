import { formatShortCode } from '@foyer/contract/text/short-code.ts';
import { formatDate } from '../../../format/dates.ts';
import { formatPrice } from '../../../format/money.ts';
import { useSite } from '../../../layout/use-site.ts';
import { ticketAddress } from '../../../paths.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { inTicketRow, TicketStub } from '../../../ui/ticket-stub.tsx';
import { TicketPicture } from '../../events/ticket-picture.tsx';
import { isOwnTicket, listShown } from '../order-lines.ts';
import type { Order, OrderAddress, OrderedTicket } from '../orders.api.ts';
import { CancelTicket } from './cancel-order.tsx';
import { describeTicket, explainEnd, explainNoTransfer } from './order-words.ts';
import { PrintTicket } from './print-ticket.tsx';
import { RenameForm, useRenaming } from './rename-ticket.tsx';
import { TransferTicket } from './transfer-ticket.tsx';
import { lazyPart } from '../../../layout/lazy-part.tsx';

const QrCode = lazyPart(async () => (await import('../../tickets/qr-code.tsx')).QrCode);

export interface OrderTicketsProps {
  order: Order;
  address: OrderAddress;
  /** When the order was read, in milliseconds since 1970. */
  asOf: number;
}

/** The tickets of a confirmed order. A ticket shows its QR code while it is valid and still belongs to the buyer. */
export function OrderTickets(props: OrderTicketsProps) {
  const { order } = props;
  if (order.status !== 'confirmed') return null;
  const noTransfer = explainNoTransfer(order);
  return (
    <section aria-labelledby="order-tickets">
      <h2 id="order-tickets" className="sr-only">
        Tickets
      </h2>
      <ul className="grid grid-cols-1 gap-6 sm:grid-cols-2">
        {sortTickets(order.tickets).map((ticket) => (
          <li key={ticket.id} className={isOwnTicket(ticket) ? inTicketRow : 'row-span-3 self-start'}>
            <OrderTicket {...props} ticket={ticket} />
          </li>
        ))}
      </ul>
      {noTransfer && <p className="mt-4 text-[0.9375rem] text-ink-soft">{noTransfer}</p>}
    </section>
  );
}

interface OrderTicketProps extends OrderTicketsProps {
  ticket: OrderedTicket;
}

function OrderTicket(props: OrderTicketProps) {
  const { ticket, order } = props;
  const { word, tone } = describeTicket(ticket, order.refunds);
  const name = nameOf(ticket, order);
  const { timeZone } = useSite();
  const facts = (
    <>
      <p className="mb-2 text-[0.9375rem] text-ink-soft wrap-anywhere">
        {order.event.title}, {formatDate(order.event.start_time, timeZone)}
      </p>
      <p className="flex flex-wrap items-center justify-between gap-2">
        <span className="font-display text-2xl font-semibold wrap-anywhere">{ticket.type_name}</span>
        <Badge tone={tone}>{word}</Badge>
      </p>
      <p className="mt-1 text-lg wrap-anywhere">{name}</p>
      <p className="text-ink-soft">{formatPrice(ticket.price)}</p>
    </>
  );
  if (!isOwnTicket(ticket))
    return <TicketStub stub={<EndedStub {...props} name={name} />}>{facts}</TicketStub>;
  return (
    <TicketStub
      className={inTicketRow}
      stub={
        <div className="flex h-full flex-col">
          {facts}
          <OwnActions {...props} name={name} />
          <TicketPicture url={order.event.event_img_url} category={order.event.category} />
        </div>
      }
    >
      <Code ticket={ticket} name={name} />
    </TicketStub>
  );
}

function nameOf(ticket: OrderedTicket, order: Order): string {
  return ticket.attendee_name ?? order.buyer_name ?? '';
}

/** The tickets that the buyer can still use come first. */
function sortTickets(tickets: readonly OrderedTicket[]): OrderedTicket[] {
  return listShown(tickets).toSorted((one, other) => Number(isOwnTicket(other)) - Number(isOwnTicket(one)));
}

function Code({ ticket, name }: { ticket: OrderedTicket; name: string }) {
  const { origin } = useSite();
  return (
    <>
      {ticket.ticket_code !== null && (
        <span className="mx-auto block aspect-square max-w-60 overflow-hidden rounded-lg bg-[#fff]">
          <QrCode
            text={ticketAddress(origin, ticket.ticket_code)}
            label={`QR code of the ${ticket.type_name} ticket${name ? ` of ${name}` : ''}`}
          />
        </span>
      )}
      {ticket.short_code !== null && (
        <p className="mt-2 text-center font-mono tracking-wider">{formatShortCode(ticket.short_code)}</p>
      )}
    </>
  );
}

function OwnActions({ ticket, order, address, asOf, name }: OrderTicketProps & { name: string }) {
  const { isOpen, setOpen, button } = useRenaming();
  if (isOpen) {
    return (
      <RenameForm
        ticket={ticket}
        name={name}
        address={address}
        mailsAttendee={address.key === undefined || order.total > 0}
        onClose={() => setOpen(false)}
      />
    );
  }
  return (
    <div className="mt-4 grid grid-cols-2 gap-2">
      <PrintTicket ticket={ticket} order={order} name={name} address={address} />
      <Button
        ref={button}
        variant="secondary"
        size="sm"
        aria-label={`Change name on the ${ticket.type_name} ticket of ${name}`}
        onClick={() => setOpen(true)}
      >
        Change name
      </Button>
      {order.allows_transfers && (
        <TransferTicket ticket={ticket} name={name} address={address} className="col-span-2" />
      )}
      <CancelTicket ticket={ticket} order={order} address={address} asOf={asOf} />
    </div>
  );
}

function EndedStub({ ticket, order, name, address }: OrderTicketProps & { name: string }) {
  const { timeZone } = useSite();
  return (
    <div className="py-3 text-center">
      <p className="text-ink-soft wrap-anywhere">
        {explainEnd(ticket, order.refunds, (time) => formatDate(time, timeZone))}
      </p>
      {ticket.undelivered && order.allows_transfers && (
        <TransferTicket
          ticket={ticket}
          name={name}
          address={address}
          words="Give the ticket again"
          className="mt-3"
        />
      )}
    </div>
  );
}
