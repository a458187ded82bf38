import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { messageOf } from '../../../api/call-error.ts';
import { useSession } from '../../../api/session.ts';
import { formatCount } from '../../../format/counts.ts';
import { formatCardDate } from '../../../format/dates.ts';
import { lazyPart } from '../../../layout/lazy-part.tsx';
import { Link } from '../../../layout/link.tsx';
import { useSite } from '../../../layout/use-site.ts';
import { eventParams, paths, teamParams } from '../../../paths.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { buttonStyle } from '../../../ui/button.tsx';
import { classes } from '../../../ui/classes.ts';
import { Pagination } from '../../../ui/lists/pagination.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../../ui/empty-state.tsx';
import { mayManageMembers } from '../../teams/team-roles.ts';
import { EventCard } from '../browse/event-card.tsx';
import { NoSuchPage } from '../browse/no-such-page.tsx';
import { SubscribeLinks } from '../browse/subscribe-links.tsx';
import { ContactLink } from '../contact-link.tsx';
import type { FoyerEvent } from '../events.api.ts';
import { type Host, hostQuery, hostedEventsQuery } from './events.host.api.ts';
import { Following } from './following.tsx';
import { readTeamSearch, type TeamSearch } from './team-search.ts';

const route = getRouteApi('/teams/$id');

// Only those who may edit the team see this button.
const EditTeam = lazyPart(async () => (await import('./edit-team.tsx')).EditTeam);

/** What a team is and puts on, for everybody. */
export function TeamPage() {
  const { team: loaded } = route.useLoaderData();
  const { data } = useQuery(hostQuery(loaded.id));
  const team = data ?? loaded;
  return (
    <>
      <TeamHeader team={team} />
      <div className="page-width py-10 sm:py-14">
        <ComingEvents team={team} />
        <PastEvents team={team} />
      </div>
    </>
  );
}

function TeamHeader({ team }: { team: Host }) {
  const { user } = useSession();
  const mayEdit =
    user !== null &&
    (user.is_site_admin ||
      user.teams.some(({ team_id, role }) => team_id === team.id && mayManageMembers(role)));
  return (
    <div className="overflow-hidden border-b border-line bg-sunken">
      <div className="page-width relative py-12 sm:py-16">
        <Arches />
        <div className="relative max-w-3xl">
          <div className="grid items-center gap-x-6 gap-y-4 sm:flex">
            {team.picture_url && (
              <Avatar
                username={team.name}
                imageUrl={team.picture_url}
                size={96}
                isTeam
                className="shrink-0 ring-1 ring-line"
              />
            )}
            <h1 className="min-w-0 text-5xl leading-tight font-semibold wrap-anywhere sm:text-6xl">
              {team.name}
            </h1>
          </div>
          {team.description && (
            <p className="mt-4 text-lg whitespace-pre-line text-ink-soft wrap-anywhere">{team.description}</p>
          )}
          {team.contact_email && (
            <p className="mt-4 text-lg text-ink-soft">
              Questions? Write to <ContactLink email={team.contact_email} />
            </p>
          )}
          {mayEdit && !team.contact_email && (
            <p className="mt-4 text-ink-soft">
              Visitors cannot write to you yet. Edit the team to add a contact email address.
            </p>
          )}
          {mayEdit && <EditTeam team={team} />}
          <SubscribeLinks feed={{ team: team.id }} words="events of this team" className="mt-6" />
          <Following team={team} />
        </div>
      </div>
    </div>
  );
}

/** The mark of Foyer, drawn large behind the name. */
function Arches() {
  return (
    <svg
      viewBox="0 0 334 240"
      aria-hidden
      fill="none"
      strokeWidth="14"
      className="absolute right-10 bottom-0 hidden h-64 stroke-line lg:block"
    >
      {[40, 80, 120, 160].map((radius) => (
        <path key={radius} d={`M${167 - radius} 250V190a${radius} ${radius} 0 0 1 ${2 * radius} 0v60`} />
      ))}
    </svg>
  );
}

function ComingEvents({ team }: { team: Host }) {
  const { page = 1, past } = route.useSearch();
  const list = useQuery(hostedEventsQuery(team.id, 'coming', page));
  return (
    <section aria-labelledby="coming">
      <h2 id="coming" className="text-3xl font-semibold sm:text-4xl">
        Coming up
      </h2>
      <p className="mt-1 min-h-7 text-ink-soft">
        {list.data && list.data.total_events > 0 && formatCount(list.data.total_events, 'event')}
      </p>
      {list.data ? (
        list.data.events.length === 0 && list.data.total_events > 0 ? (
          <NoSuchPage
            className="mt-4"
            page={page}
            totalPages={list.data.total_pages}
            renderLink={(wanted, label) => (
              <PageLink key={wanted} team={team} search={{ page: wanted, past }}>
                {label}
              </PageLink>
            )}
          />
        ) : (
          <CardGrid events={list.data.events} asOf={list.dataUpdatedAt} />
        )
      ) : list.isError ? (
        <ErrorState
          className="mt-4"
          message={messageOf(list.error, 'Failed to load events')}
          onRetry={() => void list.refetch()}
        />
      ) : (
        <Skeleton className="mt-4 h-128 rounded-2xl" />
      )}
      <div className="mt-8">
        <Pagination
          page={page}
          totalPages={list.data?.total_pages ?? 0}
          renderLink={(wanted, props) => (
            <Link
              to={paths.team}
              params={teamParams(team)}
              search={{ page: wanted > 1 ? wanted : undefined, past }}
              {...props}
            />
          )}
        />
      </div>
    </section>
  );
}

interface PageLinkProps {
  team: Host;
  search: TeamSearch;
  children: string;
}

function PageLink({ team, search, children }: PageLinkProps) {
  return (
    <Link
      to={paths.team}
      params={teamParams(team)}
      search={readTeamSearch({ ...search })}
      className={buttonStyle('secondary')}
    >
      {children}
    </Link>
  );
}

function CardGrid({ events, asOf }: { events: FoyerEvent[]; asOf: number }) {
  if (events.length === 0) {
    return (
      <EmptyState
        className="mt-4"
        drawing="poster"
        title="No events found"
        hint="Look at what others put on in the meantime."
      />
    );
  }
  return (
    <ul className="mt-4 grid grid-cols-1 gap-6 sm:grid-cols-2 lg:grid-cols-3">
      {events.map((event, index) => (
        <li key={event.id}>
          <EventCard event={event} isLead={index === 0} asOf={asOf} list={{}} heading="h3" hostless />
        </li>
      ))}
    </ul>
  );
}

/** Nothing is shown before there are past events, because this list is the less important one. */
function PastEvents({ team }: { team: Host }) {
  const { timeZone } = useSite();
  const { page, past = 1 } = route.useSearch();
  const { data } = useQuery(hostedEventsQuery(team.id, 'past', past));
  if (!data || data.total_events === 0) return null;
  return (
    <section aria-labelledby="past" className="mt-16">
      <h2 id="past" className="text-3xl font-semibold sm:text-4xl">
        Past events
      </h2>
      {data.events.length === 0 && (
        <NoSuchPage
          className="mt-5"
          page={past}
          totalPages={data.total_pages}
          renderLink={(wanted, label) => (
            <PageLink key={wanted} team={team} search={{ page, past: wanted }}>
              {label}
            </PageLink>
          )}
        />
      )}
      <ul className={classes('mt-5', data.events.length > 0 && 'border-b border-line')}>
        {data.events.map((event) => (
          <li
            key={event.id}
            className="relative flex flex-wrap items-baseline gap-x-5 border-t border-line py-3 hover:bg-sunken"
          >
            <span className="text-[0.9375rem] text-ink-faint">
              {formatCardDate(event.start_time, timeZone)}
            </span>
            <h3 className="min-w-0 text-xl font-semibold wrap-anywhere">
              <Link to={paths.event} params={eventParams(event)} className="after:absolute after:inset-0">
                {event.title}
              </Link>
            </h3>
            <span className="text-[0.9375rem] text-ink-soft">{event.category}</span>
          </li>
        ))}
      </ul>
      <div className="mt-6">
        <Pagination
          page={past}
          totalPages={data.total_pages}
          renderLink={(wanted, props) => (
            <Link
              to={paths.team}
              params={teamParams(team)}
              search={{ page, past: wanted > 1 ? wanted : undefined }}
              {...props}
            />
          )}
        />
      </div>
    </section>
  );
}
