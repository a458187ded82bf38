import { lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import { CallError } from '../../api/call-error.ts';

const PasswordDialog = lazy(async () => ({
  default: (await import('./password-dialog-form.tsx')).PasswordDialog,
}));

/**
 * For calls that the server allows only soon after the user typed the password. If the server asks for the password,
 * `withPassword` opens `passwordDialog` and then repeats the call. Place `passwordDialog` inside the dialog that makes
 * the call, so that both stay open.
 */
export function usePasswordConfirmation(): {
  withPassword: <Answer>(call: () => Promise<Answer>) => Promise<Answer>;
  passwordDialog: ReactNode;
} {
  const [open, setOpen] = useState(false);
  const decide = useRef<(confirmed: boolean) => void>(undefined);
  const end = (confirmed: boolean) => {
    setOpen(false);
    decide.current?.(confirmed);
  };
  const ask = () => {
    setOpen(true);
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
        if (!(await ask())) throw error;
        return call();
      }
    },
    passwordDialog: (
      <Suspense>
        {open && <PasswordDialog onConfirmed={() => end(true)} onCancel={() => end(false)} />}
      </Suspense>
    ),
  };
}
