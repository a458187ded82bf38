import { CloudOff, CloudUpload, Smartphone, X } from 'lucide-react';
import { formatCount } from '../../../format/counts.ts';
import { formatTime } from '../../../format/dates.ts';
import { useSite } from '../../../layout/use-site.ts';
import { IconButton } from '../../../ui/button.tsx';
import type { OfflineDoor } from './use-offline-door.ts';

/** Says whether the door would work without a network, and always how many check-ins wait to be sent. */
export function DoorStatus({ offline: { scans, keptAt }, guests }: { offline: OfflineDoor; guests: number }) {
  const { timeZone } = useSite();
  const waiting = scans.waiting.length;
  const Icon = waiting > 0 ? CloudUpload : keptAt === undefined ? CloudOff : Smartphone;
  return (
    <p
      role="status"
      className={`flex items-start gap-2 text-[0.9375rem] ${waiting > 0 ? 'font-semibold text-warn' : 'text-ink-soft'}`}
    >
      <Icon size={17} aria-hidden className="mt-1 shrink-0" />
      <span>
        {keptAt === undefined ? (
          'Needs a network so far'
        ) : (
          <>
            Ready for a lost connection: {formatCount(guests, 'ticket')},{' '}
            <span className="whitespace-nowrap">
              read {formatTime(new Date(keptAt).toISOString(), timeZone)}
            </span>
          </>
        )}
        {' · '}
        {waiting} waiting to be sent
      </span>
    </p>
  );
}

/** Check-ins that this device made without a network and the server did not take. */
export function DoorProblems({ scans }: Pick<OfflineDoor, 'scans'>) {
  const { timeZone } = useSite();
  if (scans.problems.length === 0) return null;
  return (
    <section aria-labelledby="door-problems" className="rounded-2xl border border-warn/50 bg-warn-wash p-4">
      <h2 id="door-problems" className="text-xl font-semibold text-warn">
        Look at these again
      </h2>
      <ul className="mt-1 divide-y divide-warn/30">
        {scans.problems.map(({ id, name, msg, outcome, scannedAt, usedAt, usedLink }) => (
          <li key={id} className="flex items-start gap-3 py-2">
            <span className="min-w-0 flex-1 wrap-anywhere">
              <strong className="block font-semibold">{name}</strong>
              {outcome === 'ticket_used'
                ? `Admitted twice: here at ${formatTime(scannedAt, timeZone)}, and ${usedLink ? `by ${usedLink}` : 'elsewhere'}${usedAt ? ` at ${formatTime(usedAt, timeZone)}` : ''}. Somebody else may be in with this ticket.`
                : `Admitted here at ${formatTime(scannedAt, timeZone)}, but: ${msg}.`}
            </span>
            <IconButton label={`Done: ${name}`} onClick={() => void scans.dismiss(id)}>
              <X size={18} aria-hidden />
            </IconButton>
          </li>
        ))}
      </ul>
    </section>
  );
}
