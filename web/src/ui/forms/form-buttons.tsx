import type { ReactNode } from 'react';
import { Button, type ButtonVariant } from '../button.tsx';

export interface FormButtonsProps {
  /** The words of the button that sends the form. */
  submit: ReactNode;
  variant?: ButtonVariant;
  cancel?: string;
  busy: boolean;
  onCancel: () => void;
  /** What stands at the left, such as a sum or a further button. */
  children?: ReactNode;
}

/** The end of a dialog with a form, the same in all of them: a button to leave, then the one that sends the form. */
export function FormButtons({
  submit,
  variant,
  cancel = 'Cancel',
  busy,
  onCancel,
  children,
}: FormButtonsProps) {
  return (
    <div className="flex flex-wrap items-center justify-end gap-3 max-sm:*:grow">
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
