import type { ComponentPropsWithRef, MouseEvent } from 'react';
import { classes } from './classes.ts';
import { Spinner } from './spinner.tsx';

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger' | 'danger-solid' | 'good' | 'closed';
export type ButtonSize = 'sm' | 'md' | 'lg';

const variants: Record<ButtonVariant, string> = {
  primary: 'bg-spot text-on-spot hover:bg-spot-strong',
  secondary: 'border border-line-strong bg-raised text-ink hover:border-ink hover:bg-sunken',
  quiet: 'text-ink hover:bg-sunken',
  danger: 'border border-bad bg-raised text-bad hover:bg-bad-wash',
  'danger-solid': 'bg-bad text-paper hover:bg-bad/85',
  good: 'bg-good-wash text-good',
  closed: 'bg-muted text-ink-soft',
};

const sizes: Record<ButtonSize, string> = {
  sm: 'min-h-9 px-3.5 text-[0.9375rem]',
  md: 'min-h-11 px-5',
  lg: 'min-h-13 px-7 text-lg',
};

// The label of a disabled button says why it is disabled, so the label must stay readable.
const off = 'disabled:bg-muted disabled:text-ink-soft disabled:border-transparent';

/** The style of a button, for buttons and for links that look like buttons. */
export function buttonStyle(variant: ButtonVariant = 'primary', size: ButtonSize = 'md'): string {
  return classes(
    'inline-flex items-center justify-center gap-2 rounded-full py-1.5 text-center leading-tight font-semibold whitespace-nowrap transition-colors duration-150',
    variants[variant],
    sizes[size],
    variant === 'good' ? '' : off,
  );
}

/** The look of a link that stands above the title of a page and leads to the page that it belongs to. */
export const backLinkLook =
  'inline-flex min-h-11 max-w-full items-center gap-2 font-semibold text-ink-soft hover:text-ink hover:underline';

export interface ButtonProps extends ComponentPropsWithRef<'button'> {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** Shows a spinner and ignores presses while an action is running. The button keeps the focus. */
  busy?: boolean;
  /** Ignores presses; the label says why. Unlike a disabled button, the button keeps the focus. */
  closed?: boolean;
}

export function Button({
  variant = 'primary',
  size = 'md',
  busy = false,
  closed = false,
  type = 'button',
  className,
  onClick,
  children,
  ...rest
}: ButtonProps) {
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy || closed) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      {...rest}
      type={type === 'submit' ? 'submit' : 'button'}
      aria-disabled={busy || closed || undefined}
      aria-busy={busy || undefined}
      className={classes(
        buttonStyle(variant, size),
        busy && 'cursor-progress',
        closed && 'cursor-default',
        className,
      )}
      onClick={press}
    >
      {busy && <Spinner />}
      {children}
    </button>
  );
}

export interface IconButtonProps extends ComponentPropsWithRef<'button'> {
  /** The name for screen readers, because the button shows only an icon. */
  label: string;
}

export function IconButton({ label, type = 'button', className, children, ...rest }: IconButtonProps) {
  return (
    <button
      {...rest}
      type={type === 'submit' ? 'submit' : 'button'}
      aria-label={label}
      className={classes(
        'inline-grid size-11 shrink-0 place-items-center rounded-full text-ink transition-colors duration-150 hover:bg-sunken',
        className,
      )}
    >
      {children}
    </button>
  );
}
