import type { ReactNode } from 'react';
import type { SessionUser } from '../../../api/session.ts';
import { formatCount } from '../../../format/counts.ts';
import { formatDate } from '../../../format/dates.ts';
import { formatMoney } from '../../../format/money.ts';
import { Link } from '../../../layout/link.tsx';
import { useSite } from '../../../layout/use-site.ts';
import { paths } from '../../../paths.ts';
import { Button } from '../../../ui/button.tsx';
import type { Consequences } from '../profile.deletion.api.ts';

type Team = Consequences['teams'][number];

export type Barrier = { kind: 'last_site_admin' } | { kind: 'last_team_admin'; team: Team };

/** Lists what must change before the account can be deleted. */
export function findBarriers({ teams, is_last_site_admin }: Consequences): Barrier[] {
  const blocked = teams.filter(({ blocks }) => blocks);
  return [
    ...(is_last_site_admin ? [{ kind: 'last_site_admin' } as const] : []),
    ...blocked.map((team) => ({ kind: 'last_team_admin', team }) as const),
  ];
}

const linkStyle = 'font-semibold text-spot underline underline-offset-4';

export function DeletionBarriers({ barriers, onClose }: { barriers: Barrier[]; onClose: () => void }) {
  return (
    <>
      <div className="rounded-lg bg-bad-wash px-5 py-4">
        <h3 className="text-xl font-semibold text-bad">You cannot delete your account yet</h3>
        <ul className="mt-2 grid gap-2">
          {barriers.map((barrier) =>
            barrier.kind === 'last_site_admin' ? (
              <li key="site">
                You are the only administrator of this site.{' '}
                <Link to={paths.adminUsers} className={linkStyle}>
                  Make another user an administrator
                </Link>{' '}
                first.
              </li>
            ) : (
              <li key={barrier.team.team_id} className="wrap-anywhere">
                You are the only admin of {barrier.team.team_name}, and people have paid for its events.{' '}
                <TeamLink team={barrier.team} /> first, so that these people can reach somebody.
              </li>
            ),
          )}
        </ul>
      </div>
      <Button variant="secondary" className="mt-5" onClick={onClose}>
        Close
      </Button>
    </>
  );
}

function TeamLink({ team }: { team: Team }) {
  return (
    <Link to={paths.dashboard} search={{ section: 'team-members', team: team.team_id }} className={linkStyle}>
      Make another member its admin
    </Link>
  );
}

export interface DeletionConsequencesProps {
  user: SessionUser;
  consequences: Consequences;
}

export function DeletionConsequences({ user, consequences }: DeletionConsequencesProps) {
  const { places, paid_tickets, teams, events_created } = consequences;
  return (
    <>
      <h3 className="text-xl font-semibold">What happens</h3>
      <ul className="mt-3 grid list-disc gap-2.5 pl-5 wrap-anywhere marker:text-ink-faint">
        {places > 0 && (
          <li>
            You give up {formatCount(places, 'place')} at events that are not over. Other people can take{' '}
            {places === 1 ? 'it' : 'them'}.
          </li>
        )}
        {paid_tickets.length > 0 && <PaidTickets tickets={paid_tickets} />}
        {teams.map((team) => (
          <LostTeam key={team.team_id} team={team} />
        ))}
        {events_created > 0 && (
          <li>
            {formatCount(events_created, 'event')} that you created {events_created === 1 ? 'stays' : 'stay'},
            without your name.
          </li>
        )}
        <li>Payments stay in the books of this site, without your name.</li>
        <li>
          Your username, email address, password and saved cards are deleted. You are signed out on all
          devices.
        </li>
        <LastMail user={user} />
      </ul>
    </>
  );
}

function PaidTickets({ tickets }: { tickets: Consequences['paid_tickets'] }) {
  const { timeZone } = useSite();
  const isOne = tickets.length === 1;
  return (
    <li>
      <strong>
        {formatCount(tickets.length, 'paid ticket')} {isOne ? 'becomes' : 'become'} invalid, and you get no
        money back
      </strong>{' '}
      for {isOne ? 'it' : 'them'}. If you want a refund,{' '}
      <Link to={paths.support} className={linkStyle}>
        ask for it
      </Link>{' '}
      before you delete your account.
      <ul className="mt-1.5 grid gap-1 text-[0.9375rem] text-ink-soft">
        {tickets.map(({ id, event_title, start_time, price }) => (
          <li key={id}>
            {event_title}, {formatDate(start_time, timeZone)}, {formatMoney(price)}
          </li>
        ))}
      </ul>
    </li>
  );
}

function LostTeam({ team }: { team: Team }) {
  return (
    <li>
      You leave the team {team.team_name}.
      {team.is_only_admin && (
        <>
          {' '}
          It then has no admin. <TeamLink team={team} /> first if the team goes on.
        </>
      )}
    </li>
  );
}

function LastMail({ user }: { user: SessionUser }): ReactNode {
  return user.email_verified ? (
    <li>A last email to {user.email} confirms the deletion.</li>
  ) : (
    <li>No email confirms the deletion, because {user.email} is not verified.</li>
  );
}
