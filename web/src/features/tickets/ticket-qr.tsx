import { lazy, Suspense } from 'react';
import { useSite } from '../../layout/use-site.ts';
import { ticketAddress } from '../../paths.ts';
import type { Ticket } from './tickets.api.ts';

const QrCode = lazy(async () => ({ default: (await import('./qr-code.tsx')).QrCode }));

/** The QR code of a ticket. The background is white in both themes, because scanners need the contrast. */
export function TicketQr({ ticket }: { ticket: Ticket }) {
  const { origin } = useSite();
  return (
    <span className="block aspect-square bg-[#fff]">
      <Suspense>
        <QrCode
          text={ticketAddress(origin, ticket.ticket_code)}
          label={`QR code of your ticket for ${ticket.event_title}`}
        />
      </Suspense>
    </span>
  );
}
