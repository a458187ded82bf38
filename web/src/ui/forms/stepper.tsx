import { Minus, Plus } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { classes } from '../classes.ts';

export interface StepperProps {
  /** What is counted, such as `Adult tickets`. */
  label: string;
  value: number;
  most: number;
  onStep: (step: 1 | -1) => void;
  /** Called with a typed number, which may be too low or too high. */
  onType: (value: number) => void;
}

const buttonLook =
  'grid size-11 shrink-0 place-items-center rounded-full border border-line-strong bg-raised transition-colors duration-150 hover:border-ink hover:bg-sunken aria-disabled:cursor-default aria-disabled:border-line aria-disabled:bg-raised aria-disabled:text-line-strong';

/** A number field with plus and minus buttons. The arrow keys change the number too. */
export function Stepper({ label, value, most, onStep, onType }: StepperProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const isLeast = value <= 0;
  const isMost = value >= most;
  const finish = () => {
    if (typed !== null) onType(Number(typed));
    setTyped(null);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') finish();
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    setTyped(null);
    onStep(event.key === 'ArrowUp' ? 1 : -1);
  };
  return (
    <div role="group" aria-label={label} className="flex items-center gap-1">
      <button
        type="button"
        aria-label={`Fewer ${label}`}
        aria-disabled={isLeast || undefined}
        className={buttonLook}
        onClick={() => !isLeast && onStep(-1)}
      >
        <Minus size={18} aria-hidden />
      </button>
      <input
        role="spinbutton"
        inputMode="numeric"
        autoComplete="off"
        aria-label={label}
        aria-valuenow={value}
        aria-valuemin={0}
        aria-valuemax={most}
        value={typed ?? value}
        className={classes(
          'h-11 w-10 rounded-lg bg-transparent text-center text-lg font-semibold tabular-nums hover:bg-sunken',
          value === 0 && 'text-ink-faint',
        )}
        onFocus={({ target }) => target.select()}
        onChange={({ target }) => setTyped(target.value.replace(/\D/g, '').slice(0, 3))}
        onBlur={finish}
        onKeyDown={onKeyDown}
      />
      <button
        type="button"
        aria-label={`More ${label}`}
        aria-disabled={isMost || undefined}
        className={buttonLook}
        onClick={() => !isMost && onStep(1)}
      >
        <Plus size={18} aria-hidden />
      </button>
    </div>
  );
}
