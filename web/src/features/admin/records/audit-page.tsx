import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { Link } from '../../../layout/link.tsx';
import { useSite } from '../../../layout/use-site.ts';
import { paths } from '../../../paths.ts';
import type { Column } from '../../../ui/lists/data-table.tsx';
import { formatDate } from '../../../format/dates.ts';
import { BreakableName } from '../../users/breakable-name.tsx';
import { AdminFrame } from '../admin-frame.tsx';
import { AdminTable } from '../admin-table.tsx';
import { type AuditEntry, auditQuery } from '../admin.records.api.ts';
import { actionNames, describeDetails, formatExactTime } from './audit-words.ts';
import { useAdminId } from '../use-admin-id.ts';

const route = getRouteApi('/admin/audit');

export function AuditPage() {
  return (
    <AdminFrame section="audit" heading="Audit Log">
      <p className="mb-5 max-w-prose text-ink-soft">
        Who did what: money, and changes that administrators and teams made to other people’s tickets, events
        and accounts. Entries stay when a user, team or event is deleted, but no longer name it.
      </p>
      <AuditTable />
    </AdminFrame>
  );
}

function AuditTable() {
  const search = route.useSearch();
  const navigate = useNavigate();
  const { timeZone } = useSite();
  const list = useQuery(auditQuery(useAdminId(), search));
  return (
    <AdminTable
      nouns={['entry', 'entries']}
      list={list}
      search={search}
      columns={describeColumns(timeZone)}
      rowKey={(entry) => entry.id}
      searchLabel="Search names, events and actions"
      failure="Failed to load the audit log"
      onShow={({ q, page }, replace) => void navigate({ to: paths.adminAudit, search: { q, page }, replace })}
      renderLink={(page, props) => <Link to={paths.adminAudit} search={{ ...search, page }} {...props} />}
    />
  );
}

function describeColumns(timeZone: string): Column<AuditEntry>[] {
  return [
    {
      header: 'When',
      cell: ({ happened_at: at }) => (
        <time dateTime={at}>
          <span className="whitespace-nowrap">{formatDate(at, timeZone)},</span>{' '}
          <span className="whitespace-nowrap text-ink-soft">{formatExactTime(at, timeZone)}</span>
        </time>
      ),
    },
    { header: 'What', isName: true, className: 'min-w-28', cell: ({ action }) => actionNames[action] },
    { header: 'Who', className: 'min-w-28 wrap-anywhere', cell: (entry) => <Actor entry={entry} /> },
    { header: 'About', className: 'min-w-36', cell: (entry) => <About entry={entry} /> },
    {
      header: 'Details',
      className: 'min-w-32 wrap-anywhere',
      cell: ({ details }) => describeDetails(details, timeZone) || '–',
    },
  ];
}

const linkStyle = 'underline-offset-4 hover:underline';

function Actor({ entry: { actor_id, actor_name } }: { entry: AuditEntry }) {
  const name = actor_name ?? deletedUser;
  if (actor_id === null) return <BreakableName name={name} />;
  return <UserLink id={actor_id} name={name} />;
}

const deletedUser = 'deleted user';

function UserLink({ id, name }: { id: number; name: string }) {
  return (
    <Link to={paths.adminUser} params={{ id: String(id) }} className={linkStyle}>
      <BreakableName name={name} />
    </Link>
  );
}

function About({ entry }: { entry: AuditEntry }) {
  const {
    object_type: type,
    object_id: id,
    object_name: name,
    event_id: eventId,
    event_title: title,
  } = entry;
  return (
    <>
      {type === 'user' && (
        <span className="block">{name === null ? deletedUser : <UserLink id={id} name={name} />}</span>
      )}
      {type === 'team' && name !== null && (
        <Link
          to={paths.adminTeamMembers}
          params={{ id: String(id) }}
          className={`${linkStyle} block wrap-anywhere`}
        >
          {name}
        </Link>
      )}
      {eventId !== null && title !== null && (
        <Link
          to={paths.event}
          params={{ id: String(eventId) }}
          className={`${linkStyle} block wrap-anywhere`}
        >
          {title}
        </Link>
      )}
      <span className="block text-ink-soft">
        {type.replaceAll('_', ' ')} {id}
        {eventId !== null && type !== 'event' && `, event ${eventId}`}
      </span>
    </>
  );
}
