import { CircleCheckBig, Hand, type LucideIcon, OctagonX, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSite } from '../../../layout/use-site.ts';
import { nameOnTicket } from '../../tickets/name-on-ticket.ts';
import { BreakableName } from '../../users/breakable-name.tsx';
import { formatDate, formatTime } from '../../../format/dates.ts';
import { wordOf } from '../door-words.ts';
import { TicketOrigin } from '../ticket-origin.tsx';
import type { Ticket } from '../../tickets/tickets.api.ts';

// The light and the dark theme use the same colours here, so that green and red stay easy to recognise.
export const verdictKinds: Record<
  'accepted' | 'refused' | 'held' | 'unsure',
  { colour: string; Icon: LucideIcon }
> = {
  accepted: { colour: 'bg-[#17683f]', Icon: CircleCheckBig },
  refused: { colour: 'bg-[#b0182f]', Icon: OctagonX },
  held: { colour: 'bg-[#855200]', Icon: Hand },
  unsure: { colour: 'bg-[#855200]', Icon: TriangleAlert },
};

/** The width of what belongs to one ticket, in the middle of the page. */
export const doorColumn = 'page-width max-w-4xl!';

export interface VerdictBandProps {
  kind: keyof typeof verdictKinds;
  /** The reason, as a sentence without its full stop. */
  reason?: string;
  ticket: Ticket | null;
  /** All tickets that were checked in together. Undefined if only one ticket was checked in. */
  group?: readonly Ticket[];
  children?: ReactNode;
}

export function VerdictBand({ kind, reason, ticket, group, children }: VerdictBandProps) {
  const { timeZone } = useSite();
  const { colour, Icon } = verdictKinds[kind];
  const usedAt = ticket?.used_at;
  return (
    <section className={`${colour} text-[#fffaf2]`}>
      <div
        className={`${doorColumn} flex flex-col gap-x-10 gap-y-5 py-10 sm:flex-row sm:items-center sm:py-14`}
      >
        <Icon aria-hidden strokeWidth={1.75} className="size-20 shrink-0 sm:size-32" />
        <div className="min-w-0">
          <h2 className="text-[clamp(3.25rem,13vw,6.5rem)] leading-[0.95] font-bold">
            {wordOf({ kind, ticket })}
          </h2>
          {reason && <p className="mt-4 text-2xl font-semibold sm:text-3xl">{reason}</p>}
          {usedAt && (
            <p className="mt-2 text-xl">
              {kind === 'refused' ? 'Used' : 'Checked in'} {formatDate(usedAt, timeZone)},{' '}
              {formatTime(usedAt, timeZone)}
            </p>
          )}
          {ticket && (
            <div className="mt-4 text-xl">
              <p className="text-3xl font-semibold wrap-anywhere sm:text-4xl">
                {group && group.length > 1 ? (
                  group.map(nameOnTicket).join(', ')
                ) : (
                  <BreakableName name={nameOnTicket(ticket)} />
                )}
              </p>
              <TicketOrigin ticket={ticket} group={group} />
              <p className="wrap-anywhere">{ticket.event_title}</p>
            </div>
          )}
          {children && <div className="mt-6">{children}</div>}
        </div>
      </div>
    </section>
  );
}
