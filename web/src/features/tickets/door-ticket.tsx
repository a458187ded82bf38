import { useEffect } from 'react';
import { useSite } from '../../layout/use-site.ts';
import { FullScreen } from '../../ui/full-screen.tsx';
import { formatDate, formatTime } from '../events/event-format.ts';
import { TicketQr } from './ticket-qr.tsx';
import type { Ticket } from './tickets.api.ts';

/** A ticket to hold out at the door: its code as large as the screen, which stays on meanwhile. */
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
          <p className="text-xl font-semibold">{ticket.username}</p>
          <code className="font-mono break-all">{ticket.ticket_code}</code>
        </div>
      </div>
    </FullScreen>
  );
}

/** Asks for it again after the person looked at something else, since that ends it. */
function useScreenStaysOn(): void {
  useEffect(() => {
    if (!('wakeLock' in navigator)) return undefined;
    let lock: WakeLockSentinel | null = null;
    let over = false;
    const keepOn = async () => {
      if (document.visibilityState !== 'visible') return;
      try {
        lock = await navigator.wakeLock.request('screen');
        if (over) await lock.release();
      } catch {
        // A device that saves power may refuse; the screen is then as it always is.
      }
    };
    void keepOn();
    const onVisible = () => void keepOn();
    document.addEventListener('visibilitychange', onVisible);
    return () => {
      over = true;
      document.removeEventListener('visibilitychange', onVisible);
      void lock?.release();
    };
  }, []);
}
