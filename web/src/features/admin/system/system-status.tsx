import { useQuery } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, type LucideIcon, RefreshCw, TriangleAlert } from 'lucide-react';
import { useSite } from '../../../layout/use-site.ts';
import { Button } from '../../../ui/button.tsx';
import { classes } from '../../../ui/classes.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { ErrorState } from '../../../ui/empty-state.tsx';
import { formatTime } from '../../../format/dates.ts';
import { describeAdminFailure } from '../admin-failure.ts';
import { type SystemCheck, systemQuery } from '../admin.api.ts';
import { useAdminId } from '../use-admin-id.ts';

const names: Record<SystemCheck['part'], string> = {
  database: 'Database',
  mail: 'Email',
  payments: 'Payment provider',
  webhook: 'Webhooks',
  storage: 'Storage',
  jobs: 'Job queue',
  data: 'Counters',
  version: 'Version',
};

const looks: Record<SystemCheck['state'], { word: string; Icon: LucideIcon; colour: string }> = {
  ok: { word: 'Works', Icon: CircleCheck, colour: 'text-good' },
  notice: { word: 'To do', Icon: TriangleAlert, colour: 'text-warn' },
  broken: { word: 'Broken', Icon: CircleAlert, colour: 'text-bad' },
};

/** Each visit checks all parts of the site again, such as the database, mail and payments. */
export function SystemStatus() {
  const { timeZone } = useSite();
  const { data, error, isFetching, refetch } = useQuery(systemQuery(useAdminId()));
  return (
    <section className="mt-10">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-2xl font-semibold">System check</h2>
        <Button variant="secondary" size="sm" busy={isFetching} onClick={() => void refetch()}>
          {!isFetching && <RefreshCw size={16} aria-hidden />}
          Check again
        </Button>
      </div>
      <output className="mt-1 block min-h-7 text-ink-soft">
        {data && !isFetching && `Checked at ${formatTime(data.checked_at, timeZone)}`}
        {isFetching && <span className="sr-only">Checking…</span>}
      </output>
      <div className="mt-3">
        {error && !isFetching ? (
          <ErrorState
            message={describeAdminFailure(error, 'The system could not be checked. Please try again.')}
            onRetry={() => void refetch()}
          />
        ) : (
          <ul className="@container overflow-hidden rounded-2xl border border-line bg-raised">
            {data
              ? data.checks.map((check) => <Check key={check.part} check={check} />)
              : Object.keys(names).map((part) => (
                  <li key={part} className="border-line p-5 not-first:border-t">
                    <Skeleton className="h-6 w-2/3" />
                  </li>
                ))}
          </ul>
        )}
      </div>
    </section>
  );
}

function Check({ check: { part, state, says, todo } }: { check: SystemCheck }) {
  const { word, Icon, colour } = looks[state];
  // A version number gets no label such as “works”, because a version cannot fail.
  const isPlain = part === 'version' && state === 'ok';
  return (
    <li className="grid gap-x-5 gap-y-1 border-line px-5 py-4 not-first:border-t @[36rem]:grid-cols-[10rem_6.5rem_minmax(0,1fr)]">
      <h3 className="font-sans text-base leading-6 font-semibold tracking-normal">{names[part]}</h3>
      {!isPlain && (
        <p
          className={classes('flex items-center gap-2 leading-6 font-semibold @[36rem]:items-start', colour)}
        >
          <Icon size={18} aria-hidden className="shrink-0 @[36rem]:mt-0.75" />
          {word}
        </p>
      )}
      <div className="leading-6 wrap-anywhere @[36rem]:col-start-3">
        <p>{says}</p>
        {todo && <p className="text-ink-soft">{todo}</p>}
      </div>
    </li>
  );
}
