import { formatCount, formatNumber } from '../../../format/counts.ts';
import { formatMoney } from '../../../format/money.ts';
import { channelWords } from '../../orders/sold/sold-words.ts';
import type { Sales } from './dashboard.desk.api.ts';
import { Gauge } from '../../../ui/gauge.tsx';

export function SalesByType({ types }: Pick<Sales, 'types'>) {
  const most = Math.max(...types.map(({ sold }) => sold), 1);
  return (
    <section>
      <h3 className="font-sans text-lg font-semibold tracking-normal">By ticket type</h3>
      <ul className="mt-2 grid gap-3">
        {types.map(({ id, name, sold, quantity, amount }) => (
          <Share
            key={id}
            name={name}
            figures={[
              quantity === null ? formatNumber(sold) : `${formatNumber(sold)} of ${formatNumber(quantity)}`,
              amount === null || amount === 0 ? null : formatMoney(amount),
            ]}
            part={sold / Math.max(quantity ?? most, 1)}
          />
        ))}
      </ul>
    </section>
  );
}

export function SalesBySource({ sources }: Pick<Sales, 'sources'>) {
  if (sources.length === 0) return null;
  const total = sources.reduce((sum, { tickets }) => sum + tickets, 0);
  return (
    <section>
      <h3 className="font-sans text-lg font-semibold tracking-normal">By source</h3>
      <ul className="mt-2 grid gap-3">
        {sources.map(({ channel, tickets }) => (
          <Share
            key={channel}
            name={channelWords[channel]}
            figures={[formatCount(tickets, 'ticket')]}
            part={tickets / total}
          />
        ))}
      </ul>
    </section>
  );
}

interface ShareProps {
  name: string;
  figures: (string | null)[];
  /** From 0 to 1. */
  part: number;
}

function Share({ name, figures, part }: ShareProps) {
  return (
    <li className="text-[0.9375rem]">
      <p className="flex justify-between gap-4">
        <span className="min-w-0 wrap-anywhere">{name}</span>
        <span className="shrink-0 text-ink-soft tabular-nums">{figures.filter(Boolean).join(' · ')}</span>
      </p>
      <Gauge part={part} className="mt-1" />
    </li>
  );
}
