import { type ReactNode, useState } from 'react';
import { Link } from '../../../layout/link.tsx';
import { paths } from '../../../paths.ts';
import { Button, buttonStyle } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { useWideScreen } from '../../../ui/use-wide-screen.ts';
import type { Attention, Remedy } from './desk-attention.ts';

/** So many leave the next event in sight. On phones, only urgent items are more than one at first. */
const shownAtFirst = { wide: 3, phone: 1 };

/** What the team should look at, each with the link that solves it. */
export function AttentionList({ items, teamId }: { items: readonly Attention[]; teamId: number }) {
  const [showsAll, setShowsAll] = useState(false);
  const urgent = items.filter(({ isUrgent }) => isUrgent).length;
  const least = useWideScreen() ? shownAtFirst.wide : shownAtFirst.phone;
  const count = Math.max(least, Math.min(urgent, shownAtFirst.wide));
  if (items.length === 0) return null;
  const more = items.length - count;
  return (
    <section aria-label="Needs attention">
      <ul className="grid gap-2">
        {(showsAll ? items : items.slice(0, count)).map(({ key, isUrgent, text, action }) => (
          <li key={key}>
            <Notice
              tone={isUrgent ? 'bad' : 'warn'}
              action={
                action && (
                  <RemedyLink remedy={action.remedy} teamId={teamId}>
                    {action.label}
                  </RemedyLink>
                )
              }
            >
              <p className="font-semibold">{text}</p>
            </Notice>
          </li>
        ))}
      </ul>
      {more > 0 && (
        <Button
          variant="quiet"
          size="sm"
          className="mt-2"
          aria-expanded={showsAll}
          onClick={() => setShowsAll(!showsAll)}
        >
          {showsAll ? 'Show fewer' : `Show ${more} more`}
        </Button>
      )}
    </section>
  );
}

function RemedyLink({ remedy, teamId, children }: { remedy: Remedy; teamId: number; children: ReactNode }) {
  const className = buttonStyle('secondary', 'sm');
  switch (remedy.to) {
    case 'order': {
      const params = { id: String(remedy.eventId), number: remedy.number };
      return (
        <Link to={paths.soldOrder} params={params} className={className}>
          {children}
        </Link>
      );
    }
    case 'edit':
      return (
        <Link to={paths.editEvent} params={{ eventId: String(remedy.eventId) }} className={className}>
          {children}
        </Link>
      );
    case 'sales':
    case 'attendees':
      return (
        <Link
          to={remedy.to === 'sales' ? paths.eventSales : paths.attendees}
          params={{ id: String(remedy.eventId) }}
          className={className}
        >
          {children}
        </Link>
      );
    case 'members':
      return (
        <Link to={paths.dashboard} search={{ section: 'team-members', team: teamId }} className={className}>
          {children}
        </Link>
      );
  }
}
