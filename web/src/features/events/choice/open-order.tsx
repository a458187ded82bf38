import { formatTime } from '../../../format/dates.ts';
import { Link } from '../../../layout/link.tsx';
import { useSite } from '../../../layout/use-site.ts';
import { paths } from '../../../paths.ts';
import { buttonStyle } from '../../../ui/button.tsx';

interface OpenOrderProps {
  number: string;
  /** The end of the hold, as ISO 8601. Null if it is not known. */
  until: string | null;
}

/** Leads buyers back to their own open order. Otherwise the places that they hold would look taken by others. */
export function OpenOrder({ number, until }: OpenOrderProps) {
  return (
    <div className="grid gap-3">
      <OpenOrderWords until={until} />
      <OpenOrderLink number={number} />
    </div>
  );
}

/** Says the same below the list of ticket types, where the buyer may also choose other tickets. */
export function OpenOrderNote({ number, until }: OpenOrderProps) {
  return (
    <div className="mt-3 rounded-lg bg-warn-wash px-4 py-3">
      <OpenOrderWords until={until} />
      <p>
        <Link
          to={paths.order}
          params={{ number }}
          className="inline-flex min-h-8 items-center font-semibold underline underline-offset-4"
        >
          Show my order
        </Link>
      </p>
    </div>
  );
}

function OpenOrderWords({ until }: Pick<OpenOrderProps, 'until'>) {
  const { timeZone } = useSite();
  return (
    <p>
      {until === null
        ? 'Your tickets are reserved for you.'
        : `Your tickets are reserved for you until ${formatTime(until, timeZone)}.`}{' '}
      Complete your purchase to receive them.
    </p>
  );
}

export function OpenOrderLink({ number }: Pick<OpenOrderProps, 'number'>) {
  return (
    <Link to={paths.order} params={{ number }} className={buttonStyle('primary', 'lg')}>
      Continue your order
    </Link>
  );
}
