import { type ComponentType, type ReactNode, useRef, useState } from 'react';
import { CallError } from '../../api/call-error.ts';
import { loadPart } from '../../api/load-part.ts';
import type { PasswordDialogProps } from './password-dialog-form.tsx';

type Dialog = ComponentType<PasswordDialogProps>;

/**
 * For calls that the server allows only soon after the user typed the password. If the server asks for the password,
 * `withPassword` opens `passwordDialog` and then repeats the call. If the dialog does not load, `withPassword` throws.
 * Place `passwordDialog` inside the dialog that makes the call, so that both stay open.
 */
export function usePasswordConfirmation(): {
  withPassword: <Answer>(call: () => Promise<Answer>) => Promise<Answer>;
  passwordDialog: ReactNode;
} {
  const [PasswordDialog, setDialog] = useState<Dialog | null>(null);
  const decide = useRef<(confirmed: boolean) => void>(undefined);
  const end = (confirmed: boolean) => {
    setDialog(null);
    decide.current?.(confirmed);
  };
  const ask = (dialog: Dialog) => {
    setDialog(() => dialog);
    return new Promise<boolean>((resolve) => {
      decide.current = resolve;
    });
  };
  return {
    async withPassword(call) {
      try {
        return await call();
      } catch (error) {
        if (!(error instanceof CallError) || error.code !== 'password_confirmation_required') throw error;
        const dialog = await loadPart(() => import('./password-dialog-form.tsx'));
        if (!(await ask(dialog.PasswordDialog))) throw error;
        return call();
      }
    },
    passwordDialog: PasswordDialog && (
      <PasswordDialog onConfirmed={() => end(true)} onCancel={() => end(false)} />
    ),
  };
}
