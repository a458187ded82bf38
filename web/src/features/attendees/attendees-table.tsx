import { isFree } from '../../format/money.ts';
import { Badge } from '../../ui/badge.tsx';
import { useWideScreen } from '../../ui/use-wide-screen.ts';
import { useSite } from '../../layout/use-site.ts';
import { formatDate, formatTime } from '../../format/dates.ts';
import { AttendeeActions } from './attendee-actions.tsx';
import { findCheckInTime, describePaid, stateOf, stateWords } from './attendee-state.ts';
import { Link } from '../../layout/link.tsx';
import { paths } from '../../paths.ts';
import { BreakableName } from '../users/breakable-name.tsx';
import type { AttendeesProps } from './attendees-page.tsx';
import type { Attendee } from './attendees.api.ts';

interface AttendeesTableProps extends AttendeesProps {
  attendees: Attendee[];
  /** Called when the row with the focus has left the list, so that something else can get the focus. */
  onRowGone: () => void;
}

const head = 'px-3 py-3 text-left text-[0.9375rem] font-semibold text-ink-soft first:pl-5 last:pr-5';
const cell = 'px-3 py-2.5 first:pl-5 last:pr-5';

/**
 * Shows a table, or cards on a narrow screen. On medium screens the table shows the check-in time under the
 * status.
 */
export function AttendeesTable(props: AttendeesTableProps) {
  const { attendees } = props;
  const wide = useWideScreen();
  if (!wide) {
    return (
      <ul className="grid grid-cols-1 gap-3">
        {attendees.map((attendee) => (
          <AttendeeCard key={attendee.id} {...props} attendee={attendee} />
        ))}
      </ul>
    );
  }
  return (
    <div className="overflow-hidden rounded-2xl border border-line bg-raised">
      <table className="w-full table-fixed border-collapse">
        <caption className="sr-only">Attendees of {props.event.title}</caption>
        <thead className="border-b border-line-strong">
          <tr>
            <th scope="col" className={head}>
              Name
            </th>
            <th scope="col" className={`${head} w-42 lg:w-44`}>
              Status
            </th>
            <th scope="col" className={`${head} w-34 lg:w-44`}>
              Paid
            </th>
            <th scope="col" className={`${head} hidden w-56 lg:table-cell`}>
              Checked in
            </th>
            <th scope="col" className={`${head} w-44 lg:w-52`}>
              <span className="sr-only">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {attendees.map((attendee) => (
            <AttendeeRow key={attendee.id} {...props} attendee={attendee} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

type AttendeeProps = Omit<AttendeesTableProps, 'attendees'> & { attendee: Attendee };

function AttendeeRow({ attendee, ...props }: AttendeeProps) {
  return (
    <tr className="border-b border-line last:border-b-0">
      <th scope="row" className={`${cell} text-left font-normal`}>
        <NameAndEmail attendee={attendee} event={props.event} />
      </th>
      <td className={cell}>
        <StateBadge attendee={attendee} />
        <span className="mt-0.5 block text-sm text-ink-soft empty:hidden lg:hidden">
          <CheckInNote attendee={attendee} />
        </span>
      </td>
      <td className={`${cell} max-lg:text-[0.9375rem]`}>
        {describePaid(attendee, isFree(props.event.price))}
      </td>
      <td className={`${cell} hidden text-[0.9375rem] text-ink-soft lg:table-cell`}>
        {useCheckInTime(attendee) ?? '–'}
      </td>
      <td className={`${cell} py-1.5`}>
        <AttendeeActions attendee={attendee} {...props} />
      </td>
    </tr>
  );
}

function AttendeeCard({ attendee, ...props }: AttendeeProps) {
  return (
    <li className="rounded-2xl border border-line bg-raised p-4">
      <NameAndEmail attendee={attendee} event={props.event} />
      <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1">
        <StateBadge attendee={attendee} />
        <span>{describePaid(attendee, isFree(props.event.price))}</span>
        <span className="text-[0.9375rem] text-ink-soft">
          <CheckInNote attendee={attendee} />
        </span>
      </p>
      <AttendeeActions attendee={attendee} {...props} />
    </li>
  );
}

function NameAndEmail({ attendee, event }: { attendee: Attendee; event: AttendeesProps['event'] }) {
  const { name, email, type_name, order_number } = attendee;
  return (
    <>
      <span className="block font-semibold wrap-anywhere">
        <BreakableName name={name} />
      </span>
      {email !== null && (
        <a
          href={`mailto:${email}`}
          className="block truncate text-[0.9375rem] leading-6 text-ink-soft hover:underline"
        >
          {email}
        </a>
      )}
      {order_number !== null && (
        <span className="block text-[0.9375rem] text-ink-soft wrap-anywhere">
          {type_name},{' '}
          <Link
            to={paths.soldOrder}
            params={{ id: String(event.id), number: order_number }}
            className="whitespace-nowrap hover:underline"
          >
            order {order_number}
          </Link>
        </span>
      )}
    </>
  );
}

function StateBadge({ attendee }: { attendee: Attendee }) {
  const { word, tone } = stateWords[stateOf(attendee)];
  return <Badge tone={tone}>{word}</Badge>;
}

/** Shows when the attendee was checked in. The words `Checked in` come first, unless the badge already says them. */
function CheckInNote({ attendee }: { attendee: Attendee }) {
  const at = useCheckInTime(attendee);
  return at && stateOf(attendee) !== 'in' ? `Checked in ${at}` : at;
}

function useCheckInTime(attendee: Attendee): string | null {
  const { timeZone } = useSite();
  const at = findCheckInTime(attendee);
  return at && `${formatDate(at, timeZone)}, ${formatTime(at, timeZone)}`;
}
