import type { ReactNode } from 'react';
import { CircleAlert, Info, type LucideIcon } from 'lucide-react';
import { classes } from './classes.ts';

export type NoticeTone = 'spot' | 'warn' | 'bad';

const tones: Record<NoticeTone, { look: string; icon: LucideIcon }> = {
  spot: { look: 'bg-spot-wash text-spot-strong', icon: Info },
  warn: { look: 'bg-warn-wash text-warn', icon: Info },
  bad: { look: 'bg-bad-wash text-bad', icon: CircleAlert },
};

export interface NoticeProps {
  tone: NoticeTone;
  children: ReactNode;
  /** The small secondary button, or link that looks like it, which solves the matter. */
  action?: ReactNode;
  className?: string;
}

/** Something that the reader should know or do, at the top of a page. Its first sentence is bold. */
export function Notice({ tone, children, action, className }: NoticeProps) {
  const { look, icon: Icon } = tones[tone];
  return (
    <div
      className={classes(
        'flex flex-wrap items-center gap-x-4 gap-y-2 rounded-2xl px-5 py-3 max-sm:px-4',
        look,
        className,
      )}
    >
      <Icon size={19} aria-hidden className="shrink-0" />
      <div className="min-w-0 flex-1 basis-48 wrap-anywhere">{children}</div>
      {action}
    </div>
  );
}
