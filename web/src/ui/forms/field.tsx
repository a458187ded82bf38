import { ChevronDown } from 'lucide-react';
import { Children, type ComponentPropsWithRef, type ReactNode, useId } from 'react';
import { classes } from '../classes.ts';

/** The props that connect a control with its label, hint and error. Spread them on the control. */
export interface ControlWiring {
  id: string;
  required?: boolean;
  'aria-invalid'?: true;
  'aria-describedby'?: string;
}

export interface FieldProps {
  label: string;
  /** Shows a star beside the label, and tells screen readers that the field is required. */
  required?: boolean;
  hint?: ReactNode;
  error?: string;
  className?: string;
  /** Renders the control: `{(control) => <TextInput {...control} {...register('title')} />}`. */
  children: (control: ControlWiring) => ReactNode;
}

export function Field({ label, required, hint, error, className, children }: FieldProps) {
  const id = useId();
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const describedBy = [hint && hintId, error && errorId].filter(Boolean).join(' ');
  return (
    <div className={classes('grid grid-cols-1 gap-1.5 wrap-anywhere', className)}>
      <label htmlFor={id} className="font-semibold">
        {label}
        {required && (
          <span aria-hidden className="text-bad">
            {' '}
            *
          </span>
        )}
      </label>
      {children({
        id,
        required,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': describedBy || undefined,
      })}
      {hint && (
        <p id={hintId} className="text-[0.9375rem] leading-snug text-ink-faint">
          {hint}
        </p>
      )}
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </div>
  );
}

export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p id={id} className="text-[0.9375rem] leading-snug font-medium text-bad">
      {children}
    </p>
  );
}

export const controlStyle =
  'w-full min-h-11 rounded-lg border border-line-strong bg-raised px-3.5 py-2 text-ink placeholder:text-ink-faint hover:border-ink aria-invalid:border-bad disabled:bg-sunken disabled:text-ink-faint disabled:hover:border-line-strong';

export function TextInput({ className, ...rest }: ComponentPropsWithRef<'input'>) {
  return <input {...rest} className={classes(controlStyle, className)} />;
}

export function TextArea({ className, rows = 5, ...rest }: ComponentPropsWithRef<'textarea'>) {
  return <textarea {...rest} rows={rows} className={classes(controlStyle, 'resize-y', className)} />;
}

/** Uses the browser's own element, which works best on phones and with screen readers. */
export function Select({ className, children, ...rest }: ComponentPropsWithRef<'select'>) {
  return (
    <span className={classes('relative block', className)}>
      <select {...rest} className={classes(controlStyle, 'appearance-none pr-9 pl-3 text-ellipsis')}>
        {children}
      </select>
      <ChevronDown
        size={18}
        aria-hidden
        className="pointer-events-none absolute top-1/2 right-2.5 -translate-y-1/2 text-ink-soft"
      />
    </span>
  );
}

// In a dialog, the buttons stay in view, and an error could appear behind them.
function showInDialog(error: HTMLElement | null) {
  if (error?.closest('[role="dialog"]')) error.scrollIntoView({ block: 'nearest' });
}

/** The error of a whole form, shown above its button. */
export function FormError({ children }: { children: ReactNode }) {
  // Two conditions that are both false come as an array, which is true.
  const hasError = Children.toArray(children).length > 0;
  return (
    // Without an error it takes no row of a grid.
    <div role="alert" className="empty:absolute">
      {hasError && (
        <p ref={showInDialog} className="rounded-lg bg-bad-wash px-4 py-3 font-medium text-bad">
          {children}
        </p>
      )}
    </div>
  );
}
