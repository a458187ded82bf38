import { type ReactNode, useId } from 'react';
import { choiceStyle } from './checkbox.tsx';

export interface RadioCardsProps<Id extends string> {
  legend: string;
  options: { id: Id; label: string; hint?: ReactNode }[];
  value: Id;
  onChange: (id: Id) => void;
}

export function RadioCards<Id extends string>({ legend, options, value, onChange }: RadioCardsProps<Id>) {
  const name = useId();
  return (
    <fieldset>
      <legend className="mb-1.5 font-semibold">{legend}</legend>
      {/* Of three choices, the third would stand alone in a second row. */}
      <div className="grid gap-3 sm:not-has-[>:nth-child(3):last-child]:grid-cols-2">
        {options.map(({ id, label, hint }) => (
          <label
            key={id}
            className="flex cursor-pointer items-start gap-3 rounded-xl border border-line-strong bg-raised px-4 py-3 transition-colors duration-150 hover:border-ink has-checked:border-spot has-checked:bg-spot-wash has-focus-visible:outline-3 has-focus-visible:outline-offset-3 has-focus-visible:outline-spot"
          >
            <input
              type="radio"
              name={name}
              value={id}
              checked={id === value}
              aria-label={label}
              aria-describedby={hint ? `${name}-${id}` : undefined}
              className={`${choiceStyle} mt-1 rounded-full outline-none`}
              onChange={() => onChange(id)}
            />
            <span>
              <span className="block font-semibold">{label}</span>
              {hint && (
                <span
                  id={`${name}-${id}`}
                  className="block text-[0.9375rem] leading-snug text-pretty text-ink-soft"
                >
                  {hint}
                </span>
              )}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
