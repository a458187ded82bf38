import { useMutation } from '@tanstack/react-query';
import { FileDown } from 'lucide-react';
import { fetchFile } from '../../api/client.ts';
import { messageOf } from '../../api/call-error.ts';
import { Button } from '../../ui/button.tsx';
import { saveFile, writeFileName } from '../../ui/save-file.ts';
import type { Ticket } from './tickets.api.ts';
import { toast } from '../../ui/overlays/toast.ts';

export function TicketPdfButton({
  ticket,
  small,
}: {
  ticket: Pick<Ticket, 'id' | 'event_title'>;
  small?: boolean;
}) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => fetchFile('GET /tickets/:id/pdf', { params: { id: ticket.id } }),
    onSuccess: (content) => saveFile(writeFileName(ticket.event_title, 'pdf'), content),
    onError: (error) => toast.error(messageOf(error, 'Failed to download the ticket')),
  });
  return (
    <Button
      variant={small ? 'quiet' : 'secondary'}
      size={small ? 'sm' : undefined}
      className={small ? '-ml-3.5' : undefined}
      aria-label={`Download the ticket for ${ticket.event_title} as PDF`}
      busy={isPending}
      onClick={() => mutate()}
    >
      {!isPending && <FileDown size={small ? 16 : 18} aria-hidden />}
      PDF
    </Button>
  );
}
