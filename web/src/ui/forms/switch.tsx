import { Switch as Base } from '@base-ui/react/switch';
import { type ReactNode, useId } from 'react';

export interface SwitchProps {
  label: string;
  hint?: ReactNode;
  checked: boolean;
  /** Ignores presses while a change is being saved. */
  busy?: boolean;
  onChange: (checked: boolean) => void;
}

/** A switch that changes a setting as soon as it is pressed, without a button Save. */
export function Switch({ label, hint, checked, busy = false, onChange }: SwitchProps) {
  const id = useId();
  return (
    <div className="flex items-start justify-between gap-4">
      <div>
        <span id={`${id}-label`} className="font-semibold">
          {label}
        </span>
        {hint && (
          <p id={`${id}-hint`} className="text-[0.9375rem] leading-snug text-ink-faint">
            {hint}
          </p>
        )}
      </div>
      <Base.Root
        checked={checked}
        readOnly={busy}
        aria-busy={busy || undefined}
        aria-labelledby={`${id}-label`}
        aria-describedby={hint ? `${id}-hint` : undefined}
        className="mt-0.5 flex h-7 w-12 shrink-0 cursor-pointer items-center rounded-full border border-line-strong bg-sunken p-0.5 transition-colors duration-150 data-checked:border-spot data-checked:bg-spot"
        onCheckedChange={onChange}
      >
        <Base.Thumb className="size-5.5 rounded-full bg-line-strong transition-[translate,background-color] duration-150 data-checked:translate-x-5 data-checked:bg-on-spot" />
      </Base.Root>
    </div>
  );
}
