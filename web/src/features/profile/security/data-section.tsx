import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { CallError, messageOf } from '../../../api/call-error.ts';
import { api } from '../../../api/client.ts';
import type { SessionUser } from '../../../api/session.ts';
import { Button } from '../../../ui/button.tsx';
import { FormError } from '../../../ui/forms/field.tsx';
import { saveFile, writeFileName } from '../../../ui/save-file.ts';
import { usePasswordConfirmation } from '../../users/password-confirmation.tsx';
import { SecuritySection } from './security-section.tsx';
import { toast } from '../../../ui/overlays/toast.ts';

export function DataSection({ user }: { user: SessionUser }) {
  const { withPassword, passwordDialog } = usePasswordConfirmation();
  const download = useMutation({
    mutationFn: () => withPassword(() => api('GET /users/:id/export', { params: { id: user.id } })),
    onSuccess: (data) => {
      const name = writeFileName(`Foyer data of ${user.username}`, 'json');
      saveFile(name, new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }));
      toast.success('Your data is downloaded', { description: name });
    },
  });
  return (
    <SecuritySection
      title="Download my data"
      description="Everything that Foyer keeps about you in one JSON file, which other programs can read: your profile, teams, places, tickets, payments, devices and emails, and the changes recorded about you. Passwords are not in it."
    >
      <FormError>{download.isError && explain(download.error)}</FormError>
      <Button
        variant="secondary"
        className={download.isError && explain(download.error) ? 'mt-4' : undefined}
        busy={download.isPending}
        onClick={() => download.mutate()}
      >
        <Download size={18} aria-hidden />
        {download.isPending ? 'Preparing the file' : 'Download my data'}
      </Button>
      {passwordDialog}
    </SecuritySection>
  );
}

/**
 * Users who closed the dialog that asks for the password get no message, because they know why there is no
 * file.
 */
function explain(error: Error): string | undefined {
  if (error instanceof CallError && error.code === 'password_confirmation_required') return undefined;
  return messageOf(error, 'Your data could not be downloaded. Please try again.');
}
