import type { ReactNode } from 'react';
import { classes } from './classes.ts';

export type BadgeTone = 'neutral' | 'outline' | 'spot' | 'good' | 'warn' | 'bad' | 'blue' | 'purple';

const tones: Record<BadgeTone, string> = {
  neutral: 'bg-sunken text-ink-soft',
  outline: 'border border-line-strong text-ink-soft',
  spot: 'bg-spot-wash text-spot-strong',
  good: 'bg-good-wash text-good',
  warn: 'bg-warn-wash text-warn',
  bad: 'bg-bad-wash text-bad',
  blue: 'bg-[#dbe6f4] text-[#1c4a86] dark:bg-[#1a2a40] dark:text-[#a9caf5]',
  purple: 'bg-[#ebdff0] text-[#643079] dark:bg-[#33203d] dark:text-[#dbb5ea]',
};

export function Badge({
  tone = 'neutral',
  className,
  children,
}: {
  tone?: BadgeTone;
  className?: string;
  children: ReactNode;
}) {
  return (
    <span
      className={classes(
        'inline-flex items-center gap-1.5 rounded-full px-3 py-0.5 text-sm leading-6 font-semibold whitespace-nowrap',
        tones[tone],
        className,
      )}
    >
      {children}
    </span>
  );
}
