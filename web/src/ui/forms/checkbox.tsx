import { type ComponentPropsWithRef, type ReactNode, useId } from 'react';

/** An unmarked box or circle in the colours of a text field, because browsers draw it grey in the dark theme. */
export const choiceStyle =
  'size-5 shrink-0 accent-spot not-checked:appearance-none not-checked:border not-checked:border-line-strong not-checked:bg-raised not-checked:disabled:bg-sunken';

export interface CheckboxProps extends ComponentPropsWithRef<'input'> {
  label: ReactNode;
  hint?: ReactNode;
}

export function Checkbox({ label, hint, className, ...rest }: CheckboxProps) {
  const hintId = useId();
  return (
    <div className={className}>
      <label className="flex min-h-11 cursor-pointer items-center gap-3 font-semibold">
        <input
          {...rest}
          type="checkbox"
          aria-describedby={hint ? hintId : undefined}
          className={`${choiceStyle} rounded-sm`}
        />
        {label}
      </label>
      {hint && (
        <p id={hintId} className="pl-8 text-[0.9375rem] leading-snug text-ink-faint">
          {hint}
        </p>
      )}
    </div>
  );
}
