import { Clock } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { classes } from '../../../ui/classes.ts';
import { phaseOf, writeClock } from './hold-clock.ts';

/** A job of the server ends the hold some seconds after its time. */
const overAgainMs = 5000;

export interface HoldCountdownProps {
  /** In seconds. */
  left: number;
  /** Called when the time is over, and every five seconds after that. */
  onOver: () => void;
  /** What the buyer can do when the time is almost over. */
  children?: ReactNode;
}

/** Screen readers announce only the warning and the end. */
export function HoldCountdown({ left, onOver, children }: HoldCountdownProps) {
  const phase = phaseOf(left);
  const isOver = phase === 'over';
  const tellOver = useEffectEvent(onOver);
  useEffect(() => {
    if (!isOver) return undefined;
    tellOver();
    const timer = setInterval(() => tellOver(), overAgainMs);
    return () => clearInterval(timer);
  }, [isOver]);
  return (
    <>
      <p
        className={classes(
          'flex items-center gap-2.5 rounded-lg px-4 py-3',
          phase === 'calm' ? 'bg-sunken text-ink-soft' : 'bg-warn-wash font-semibold text-warn',
        )}
      >
        <Clock size={18} aria-hidden className="shrink-0" />
        {isOver ? (
          'The time is up. Your places go back on sale.'
        ) : (
          <span>
            Your places are held for <span className="font-semibold tabular-nums">{writeClock(left)}</span>
          </span>
        )}
      </p>
      {phase === 'ending' && children}
      <div role="alert" className="sr-only">
        {phase === 'ending' && 'Your places are held for two more minutes.'}
        {isOver && 'The time is up.'}
      </div>
    </>
  );
}
