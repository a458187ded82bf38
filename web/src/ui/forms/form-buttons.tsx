import type { ReactNode } from 'react';
import { Button, type ButtonVariant } from '../button.tsx';
import { classes } from '../classes.ts';

export interface FormButtonsProps {
  /** The words of the button that sends the form. */
  submit: ReactNode;
  variant?: ButtonVariant;
  cancel?: string;
  busy: boolean;
  onCancel: () => void;
  /** What stands at the left, such as a sum or a further button. */
  children?: ReactNode;
  /** Whether the form stands on the page, and not in a dialog. */
  isOnPage?: boolean;
}

/**
 * The end of a form, the same in all dialogs: a button to leave, then the one that sends the form. In a dialog the
 * buttons stay in view, below a line that shows where the rest passes behind them.
 */
export function FormButtons({
  submit,
  variant,
  cancel = 'Cancel',
  busy,
  onCancel,
  children,
  isOnPage = false,
}: FormButtonsProps) {
  return (
    <div
      className={classes(
        'flex flex-wrap items-center justify-end gap-3 max-sm:*:grow',
        !isOnPage &&
          'sticky -bottom-6 -mx-6 -mb-6 rounded-b-2xl border-t border-line bg-raised px-6 pt-4 pb-5 sm:-bottom-8 sm:-mx-8 sm:-mb-8 sm:px-8 sm:pb-6',
      )}
    >
      {children && <div className="mr-auto max-sm:basis-full">{children}</div>}
      <Button variant="secondary" disabled={busy} onClick={onCancel}>
        {cancel}
      </Button>
      <Button type="submit" variant={variant} busy={busy}>
        {submit}
      </Button>
    </div>
  );
}
