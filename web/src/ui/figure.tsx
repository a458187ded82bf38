import type { ReactNode } from 'react';
import { Gauge } from './gauge.tsx';

/** A row of figures. Where there is no room for all of them, the rest stand on the next line; on phones, two on each. */
export function Figures({ className = '', children }: { className?: string; children: ReactNode }) {
  return (
    <dl className={`flex flex-wrap gap-x-10 gap-y-4 max-sm:gap-x-4 max-sm:*:flex-[1_0_40%] ${className}`}>
      {children}
    </dl>
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
    <div className="flex flex-col sm:min-w-28">
      <dt className="order-2 text-[0.9375rem] text-ink-soft">{name}</dt>
      <dd className="font-display text-3xl leading-none font-semibold whitespace-nowrap tabular-nums sm:text-4xl">
        {children}
      </dd>
      {part !== null && (
        <dd className="order-3 mt-1.5">
          <Gauge part={part} />
        </dd>
      )}
      {note && <dd className="order-4 mt-0.5 text-sm text-ink-soft">{note}</dd>}
    </div>
  );
}
