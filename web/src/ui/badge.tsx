import type { ReactNode } from 'react';
import { classes } from './classes.ts';

export type BadgeTone = 'neutral' | 'outline' | 'spot' | 'good' | 'warn' | 'bad' | 'blue' | 'purple';

const tones: Record<BadgeTone, string> = {
  neutral: 'border-current/25 bg-muted text-ink-soft',
  outline: 'border-line-strong text-ink-soft',
  spot: 'border-current/25 bg-spot-wash text-spot-strong',
  good: 'border-current/25 bg-good-wash text-good',
  warn: 'border-current/25 bg-warn-wash text-warn',
  bad: 'border-current/25 bg-bad-wash text-bad',
  blue: 'border-current/25 bg-[#dbe6f4] text-[#1c4a86] dark:bg-[#1a2a40] dark:text-[#a9caf5]',
  purple: 'border-current/25 bg-[#ebdff0] text-[#643079] dark:bg-[#33203d] dark:text-[#dbb5ea]',
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
        'inline-flex items-center gap-1.5 rounded-full border px-2.75 py-px text-sm leading-6 font-semibold whitespace-nowrap',
        tones[tone],
        className,
      )}
    >
      {children}
    </span>
  );
}
