import { Link } from '../../../layout/link.tsx';
import { useSearch } from '@tanstack/react-router';
import { eventParams, paths, readWanted } from '../../../paths.ts';
import type { Offer } from '../../events/choice/events.choice.api.ts';
import type { FoyerEvent } from '../../events/events.api.ts';
import { describeRefusal } from './order-refusals.ts';

export interface OrderRefusalProps {
  error: unknown;
  event: FoyerEvent;
  offers: readonly Offer[];
}

const linkLook = 'font-semibold underline underline-offset-4';

export function OrderRefusal({ error, event, offers }: OrderRefusalProps) {
  const search = useSearch({ strict: false, select: readWanted });
  const { text, next } = describeRefusal(error, offers);
  return (
    <>
      {text}{' '}
      {next === 'choose' && (
        <Link
          to={paths.event}
          params={eventParams({ ...event, key: search.key })}
          search={search}
          className={linkLook}
        >
          Choose other tickets
        </Link>
      )}
      {next === 'drop-code' && (
        <Link
          to={paths.checkout}
          params={{ id: String(event.id) }}
          search={{ ...search, code: undefined }}
          replace
          className={linkLook}
        >
          Order without the code
        </Link>
      )}
    </>
  );
}
