import { useSite } from '../../layout/use-site.ts';
import { FullScreen } from '../../ui/overlays/full-screen.tsx';
import { formatDate, formatTime } from '../../format/dates.ts';
import { BreakableName } from '../users/breakable-name.tsx';
import { nameOnTicket } from './name-on-ticket.ts';
import { PrintedCode } from './printed-code.tsx';
import { TicketQr } from './ticket-qr.tsx';
import type { Ticket } from './tickets.api.ts';
import { useScreenStaysOn } from './use-screen-stays-on.ts';

/** A ticket to show at the door, with a QR code as large as the screen. The device's screen does not turn off. */
export function DoorTicket({ ticket, onClose }: { ticket: Ticket; onClose: () => void }) {
  const { timeZone } = useSite();
  useScreenStaysOn();
  return (
    <FullScreen open onOpenChange={(open) => !open && onClose()} title={`Ticket for ${ticket.event_title}`}>
      <div className="grid min-h-dvh place-items-center px-5 py-18">
        <div className="grid w-[min(100%,64dvh,34rem)] justify-items-center gap-4 text-center">
          <p className="font-display text-3xl leading-tight font-semibold">{ticket.event_title}</p>
          <p className="text-lg">
            {formatDate(ticket.start_time, timeZone)}, {formatTime(ticket.start_time, timeZone)}
          </p>
          <div className="w-full">
            <TicketQr ticket={ticket} />
          </div>
          <p className="text-xl font-semibold wrap-anywhere">
            <BreakableName name={nameOnTicket(ticket)} />
            <span className="block text-lg font-normal">{ticket.type_name}</span>
          </p>
          <PrintedCode code={ticket.short_code} />
        </div>
      </div>
    </FullScreen>
  );
}
