import { formatDate, formatTime } from '../../../format/dates.ts';
import { useSite } from '../../../layout/use-site.ts';

/** @param asOf when the tickets were read, in milliseconds since 1970; null when they are up to date */
export function OfflineNotice({ asOf }: { asOf: number | null }) {
  const { timeZone } = useSite();
  const at = asOf === null ? null : new Date(asOf).toISOString();
  return (
    <div role="status">
      {at && (
        <p className="mb-6 rounded-lg bg-warn-wash px-4 py-3 font-medium text-warn">
          Foyer cannot be reached. These are your tickets as of {formatDate(at, timeZone)},{' '}
          {formatTime(at, timeZone)}. They can still be scanned at the door.
        </p>
      )}
    </div>
  );
}
