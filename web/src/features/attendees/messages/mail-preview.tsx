import { useQuery } from '@tanstack/react-query';
import { messageOf } from '../../../api/call-error.ts';
import { api } from '../../../api/client.ts';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Loaded } from '../../../ui/states.tsx';
import type { MessageValues } from './use-send-message.ts';

interface MailPreviewProps {
  eventId: number;
  values: MessageValues;
  onClose: () => void;
}

/** Shows the message as the mail that arrives. The frame runs no script, and its links lead nowhere. */
export function MailPreview({ eventId, values, onClose }: MailPreviewProps) {
  const { subject, text, takes_replies } = values;
  const body = { subject, text, takes_replies };
  const { data, error, refetch } = useQuery({
    queryKey: ['message-preview', eventId, body],
    queryFn: ({ signal }) =>
      api('POST /events/:id/messages/preview', { params: { id: eventId }, body, signal }),
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Preview of the Email"
      description={<>Subject: {subject}</>}
      className="w-[min(44rem,calc(100vw-2rem))]!"
    >
      <Loaded
        data={data}
        failure={error && messageOf(error, 'The preview could not be loaded.')}
        onRetry={() => void refetch()}
        skeleton={<Skeleton className="h-[60dvh]" />}
      >
        {({ html }) => (
          <iframe
            sandbox=""
            srcDoc={html}
            title="The email as it arrives"
            className="block h-[60dvh] w-full rounded-lg border border-line"
          />
        )}
      </Loaded>
    </Dialog>
  );
}
