import { useSite } from '../../layout/use-site.ts';
import { ticketAddress } from '../../paths.ts';
import type { Ticket } from './tickets.api.ts';
import { lazyPart } from '../../layout/lazy-part.tsx';

const QrCode = lazyPart(async () => (await import('./qr-code.tsx')).QrCode);

/** The QR code of a ticket. The background is white in both themes, because scanners need the contrast. */
export function TicketQr({ ticket }: { ticket: Ticket }) {
  const { origin } = useSite();
  return (
    <span className="block aspect-square bg-[#fff]">
      <QrCode
        renderFailure={() => (
          <span className="grid size-full place-items-center p-2 text-center text-sm text-[#211a14]">
            The QR code did not load. Reload the page, or show the ticket code.
          </span>
        )}
        text={ticketAddress(origin, ticket.ticket_code)}
        label={`QR code of your ticket for ${ticket.event_title}`}
      />
    </span>
  );
}
