import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { Download } from 'lucide-react';
import { useId, useMemo, useRef } from 'react';
import { formatCount, formatNumber } from '../../format/counts.ts';
import { formatMoney, isFree } from '../../format/money.ts';
import { Link } from '../../layout/link.tsx';
import { useSite } from '../../layout/use-site.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Figure, Figures } from '../../ui/figure.tsx';
import { Select } from '../../ui/forms/field.tsx';
import { Pagination } from '../../ui/lists/pagination.tsx';
import { saveFile, writeFileName } from '../../ui/save-file.ts';
import { SearchBox } from '../../ui/forms/search-box.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { useSearchText } from '../../layout/use-search-text.ts';
import { formatForSpreadsheet } from '../../format/zoned-time.ts';
import { writeAttendeesCsv } from './attendees-csv.ts';
import { addUpTickets, countParts, findAttendees } from './attendees-list.ts';
import type { AttendeesProps } from './attendees-page.tsx';
import { type AttendeesView, completeView, type Part, parts, stripDefaults } from './attendees-search.ts';
import { AttendeesTable } from './attendees-table.tsx';
import { describeEnd, namePart, summariseAttendees } from './attendees-words.ts';
import type { Attendee } from './attendees.api.ts';
import { toast } from '../../ui/overlays/toast.ts';

const route = getRouteApi('/events/$id/attendees');
const pageSize = 50;

/**
 * All attendees are loaded already, so a search needs no API call. The CSV file contains all attendees that match the
 * search, not only those on the current page.
 */
export function AttendeesBrowser(props: AttendeesProps & { attendees: Attendee[] }) {
  const { attendees, event } = props;
  const view = completeView(route.useSearch());
  const navigate = useNavigate();
  const change = (part: Partial<AttendeesView>) =>
    void navigate({
      to: paths.attendees,
      params: { id: String(event.id) },
      search: stripDefaults({ ...view, page: 1, ...part }),
      replace: true,
      resetScroll: false,
    });
  const counts = useMemo(() => countParts(attendees), [attendees]);
  const end = describeEnd(counts, event);
  const { q, show } = view;
  const found = useMemo(() => findAttendees(attendees, { q, show }), [attendees, q, show]);
  const totalPages = Math.max(1, Math.ceil(found.length / pageSize));
  const page = Math.min(view.page, totalPages);
  const shown = found.slice((page - 1) * pageSize, page * pageSize);
  const summary = useRef<HTMLOutputElement>(null);
  return (
    <>
      <TicketFigures attendees={attendees} counts={counts} event={event} />
      {end && <p className="mt-5 max-w-prose text-lg">{end}</p>}
      <search className="mt-5 grid grid-cols-1 items-end gap-4 sm:grid-cols-[minmax(0,1fr)_15rem_auto]">
        <AttendeesSearch q={q} onSearch={(text) => change({ q: text })} />
        <PartChoice show={show} counts={counts} event={event} onChange={(part) => change({ show: part })} />
        <DownloadButton attendees={found} event={event} />
      </search>
      <output ref={summary} tabIndex={-1} className="mt-6 mb-3 block text-ink-soft outline-none">
        {summariseAttendees(found.length, (page - 1) * pageSize, shown.length)}
      </output>
      {found.length === 0 ? (
        <EmptyState
          title="No attendees found"
          hint={q ? 'Try adjusting your search terms' : 'Try showing another part of the list'}
        />
      ) : (
        <AttendeesTable {...props} attendees={shown} onRowGone={() => summary.current?.focus()} />
      )}
      <div className="mt-8">
        <Pagination
          page={page}
          totalPages={totalPages}
          renderLink={(target, link) => (
            <Link
              to={paths.attendees}
              params={{ id: String(event.id) }}
              search={stripDefaults({ ...view, page: target })}
              {...link}
            />
          )}
        />
      </div>
    </>
  );
}

interface TicketFiguresProps {
  attendees: readonly Attendee[];
  counts: Record<Part, number>;
  event: AttendeesProps['event'];
}

function TicketFigures({ attendees, counts, event }: TicketFiguresProps) {
  const { sold, refunded, paid } = useMemo(() => addUpTickets(attendees), [attendees]);
  const isCancelled = event.status === 'cancelled';
  return (
    <Card className="mt-6 p-5">
      <Figures>
        <Figure name="sold">{formatNumber(sold)}</Figure>
        {refunded > 0 && <Figure name="refunded">{formatNumber(refunded)}</Figure>}
        {paid > 0 && <Figure name="paid">{formatMoney(paid)}</Figure>}
        {/* Many teams check nobody in, and zero after the event would say that nobody came. */}
        {!isCancelled && !(event.is_past && counts.in === 0) && (
          <Figure name={`of ${formatNumber(sold)} checked in`}>{formatNumber(counts.in)}</Figure>
        )}
        {/* The list has one row for an order until it is paid, however many tickets it holds. */}
        {!isCancelled && !event.is_past && counts.unpaid > 0 && (
          <Figure name={counts.unpaid === 1 ? 'order awaiting payment' : 'orders awaiting payment'}>
            {formatNumber(counts.unpaid)}
          </Figure>
        )}
      </Figures>
    </Card>
  );
}

function AttendeesSearch({ q, onSearch }: { q: string; onSearch: (q: string) => void }) {
  const { text, type } = useSearchText(q, onSearch);
  const id = useId();
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-[0.9375rem] font-semibold text-ink-soft">
        Search attendees
      </label>
      <SearchBox
        id={id}
        label="Search attendees"
        placeholder="Name or email"
        text={text}
        maxLength={200}
        onText={type}
      />
    </div>
  );
}

interface PartChoiceProps {
  show: Part;
  counts: Record<Part, number>;
  event: AttendeesProps['event'];
  onChange: (part: Part) => void;
}

function PartChoice({ show, counts, event, onChange }: PartChoiceProps) {
  const id = useId();
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-[0.9375rem] font-semibold text-ink-soft">
        Show
      </label>
      <Select
        id={id}
        value={show}
        onChange={(change) => onChange(parts.find((part) => part === change.target.value) ?? 'coming')}
      >
        {parts.map((part) => (
          <option key={part} value={part}>
            {namePart(part, event)} ({counts[part]})
          </option>
        ))}
      </Select>
    </div>
  );
}

function DownloadButton({ attendees, event }: { attendees: Attendee[]; event: AttendeesProps['event'] }) {
  const { timeZone } = useSite();
  const download = () => {
    const text = writeAttendeesCsv(attendees, isFree(event.price), (time) =>
      formatForSpreadsheet(time, timeZone),
    );
    saveFile(
      writeFileName(`Attendees of ${event.title}`, 'csv'),
      new Blob([text], { type: 'text/csv;charset=utf-8' }),
    );
    toast.success(`${formatCount(attendees.length, 'attendee')} downloaded`);
  };
  return (
    <Button variant="secondary" disabled={attendees.length === 0} onClick={download}>
      <Download size={18} aria-hidden />
      Download CSV
    </Button>
  );
}
