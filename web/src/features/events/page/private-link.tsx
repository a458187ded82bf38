import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Copy, LockKeyhole, RefreshCw } from 'lucide-react';
import { useId, useState } from 'react';
import { messageOf } from '../../../api/call-error.ts';
import { api } from '../../../api/client.ts';
import { viewerEventKey } from '../../../api/query-keys.ts';
import { useSession } from '../../../api/session.ts';
import { useEventKey } from '../../../layout/use-event-key.ts';
import { useSite } from '../../../layout/use-site.ts';
import { eventAddress, paths } from '../../../paths.ts';
import { Button } from '../../../ui/button.tsx';
import { TextInput } from '../../../ui/forms/field.tsx';
import { useShareLink } from '../calendar/use-share.ts';
import type { FoyerEvent } from '../events.api.ts';
import { lazyPart } from '../../../layout/lazy-part.tsx';
import { toast } from '../../../ui/overlays/toast.ts';

// The dialog is loaded on demand, because users seldom make a new link.
const ConfirmDialog = lazyPart(
  async () => (await import('../../../ui/overlays/confirm-dialog.tsx')).ConfirmDialog,
);

/**
 * Says who can see a private event. Shows the link to share, and a button that replaces this link. Only people who
 * can edit the event see this part.
 */
export function PrivateLink({ event: { id, status }, eventKey }: { event: FoyerEvent; eventKey: string }) {
  const { origin } = useSite();
  const [asking, setAsking] = useState(false);
  const { copyLink, copyBox } = useShareLink();
  const renewal = useRenewKey(id);
  const words = useId();
  const url = eventAddress(origin, { id, key: eventKey });
  return (
    <section
      aria-label="Private link"
      className="mt-6 grid max-w-3xl gap-3 rounded-xl border border-line bg-raised p-4 sm:p-5"
    >
      <p id={words} className="flex items-start gap-2.5 font-semibold">
        <LockKeyhole size={18} aria-hidden className="mt-1 shrink-0 text-ink-soft" />
        {status === 'draft'
          ? 'Once you publish it, only people with this link can see the event.'
          : 'Only people with this link can see the event.'}
      </p>
      <TextInput
        readOnly
        value={url}
        aria-label="Private link"
        aria-describedby={words}
        className="text-ellipsis"
        onFocus={({ target }) => target.select()}
      />
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" size="sm" onClick={() => void copyLink(url)}>
          <Copy size={16} aria-hidden />
          Copy link
        </Button>
        <Button variant="quiet" size="sm" onClick={() => setAsking(true)}>
          <RefreshCw size={16} aria-hidden />
          Replace the link
        </Button>
      </div>
      {copyBox}
      {asking && (
        <ConfirmDialog
          open
          onOpenChange={setAsking}
          title="Replace the link to this event?"
          description="The current link stops working for everybody who has it, also in emails already sent. People who have a place at the event still see it when they are logged in, and the next email about the event brings them the new link."
          cancelLabel="Keep the link"
          confirmLabel="Replace the link"
          busy={renewal.isPending}
          onConfirm={() => renewal.mutate(undefined, { onSettled: () => setAsking(false) })}
        />
      )}
    </section>
  );
}

function useRenewKey(id: number) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const given = useEventKey();
  const { user } = useSession();
  const userId = user?.id ?? 0;
  return useMutation({
    mutationFn: () => api('POST /events/:id/private-key', { params: { id } }),
    onSuccess: async ({ private_key: key }) => {
      toast.success('The link has changed', { description: 'The old link no longer works.' });
      // The web address of this page contains the old key, so a reload would no longer find the event. Put the new key
      // there.
      if (given)
        await navigate({ to: paths.event, params: { id: String(id) }, search: { key }, replace: true });
    },
    onError: (error) => toast.error(messageOf(error, 'Failed to replace the link')),
    onSettled: () => queryClient.invalidateQueries({ queryKey: viewerEventKey(id, userId) }),
  });
}
