import type { ReactNode } from 'react';
import { Gauge } from './gauge.tsx';

/** Up to three figures stand on one line where there is room. Otherwise the figures stand in two columns. */
export function Figures({ className = '', children }: { className?: string; children: ReactNode }) {
  return (
    <div className={`@container ${className}`}>
      <dl className="grid grid-cols-[minmax(40%,auto)_1fr] flex-wrap gap-x-4 gap-y-4 @[17rem]:not-has-[>:nth-child(4)]:flex @[20rem]:gap-x-6 @[26rem]:not-has-[>:nth-child(4)]:gap-x-10 @[40rem]:flex @[40rem]:gap-x-10">
        {children}
      </dl>
    </div>
  );
}

export interface FigureProps {
  /** What is counted. Stands below the figure. */
  name: string;
  note?: string | false | null;
  /** Shows a bar that is filled to this part, from 0 to 1. */
  part?: number | null;
  children: ReactNode;
}

/** A large figure with its name. Screen readers read the name first. */
export function Figure({ name, note, part = null, children }: FigureProps) {
  return (
    <div className="flex flex-col @[26rem]:min-w-28">
      <dt className="order-2 text-[0.9375rem] text-ink-soft">{name}</dt>
      <dd className="font-display text-2xl leading-none font-semibold whitespace-nowrap tabular-nums @[20rem]:text-3xl @[32rem]:text-4xl">
        {children}
      </dd>
      {part !== null && (
        <dd className="order-3 mt-1.5">
          <Gauge part={part} />
        </dd>
      )}
      {note && <dd className="order-4 mt-0.5 w-0 min-w-full text-sm text-ink-soft">{note}</dd>}
    </div>
  );
}
