import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { personalScope } from '../../../api/query-keys.ts';
import type { SessionUser } from '../../../api/session.ts';
import { Card } from '../../../ui/card.tsx';
import { PasswordForm } from './password-form.tsx';

/** Asks users for a password of their own, after an administrator chose the present one. */
export function PasswordDutyPage({ user }: { user: SessionUser }) {
  const queryClient = useQueryClient();
  const heading = useRef<HTMLHeadingElement>(null);
  // This page takes the place of another one without navigation, so nothing else moves the focus here.
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <div className="page-width grid justify-items-center py-12 sm:py-16">
      <Card className="w-full max-w-xl p-6 sm:p-10">
        <h1 ref={heading} tabIndex={-1} className="text-4xl font-semibold outline-none sm:text-5xl">
          Choose a new password
        </h1>
        <p className="mt-4 mb-7 text-lg text-ink-soft">
          Hello {user.username}. An administrator set your present password. Choose one that only you know,
          and then go on.
        </p>
        <PasswordForm
          user={user}
          // The server refused these calls until now.
          onDone={() => void queryClient.invalidateQueries({ queryKey: [personalScope] })}
        />
      </Card>
    </div>
  );
}
