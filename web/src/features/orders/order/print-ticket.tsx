import { useMutation } from '@tanstack/react-query';
import { FileDown } from 'lucide-react';
import { messageOf } from '../../../api/call-error.ts';
import { fetchFile } from '../../../api/client.ts';
import { Button } from '../../../ui/button.tsx';
import { saveFile, writeFileName } from '../../../ui/save-file.ts';
import type { Order, OrderAddress, OrderedTicket } from '../orders.api.ts';
import { toast } from '../../../ui/overlays/toast.ts';

interface PrintTicketProps {
  ticket: OrderedTicket;
  order: Order;
  /** The name on the ticket. */
  name: string;
  address: OrderAddress;
}

export function PrintTicket({ ticket, order, name, address }: PrintTicketProps) {
  const print = useMutation({
    mutationFn: () =>
      fetchFile('GET /orders/:number/tickets/:id/pdf', {
        params: { number: address.number, id: ticket.id },
        headers: { 'x-order-key': address.key },
      }),
    onSuccess: (file) => saveFile(writeFileName(order.event.title, 'pdf'), file),
    onError: (error) => toast.error(messageOf(error, 'We could not make the PDF. Try again.')),
  });
  return (
    <Button
      variant="secondary"
      size="sm"
      aria-label={`Download as PDF: ${ticket.type_name}, ${name}`}
      busy={print.isPending}
      onClick={() => print.mutate()}
    >
      {!print.isPending && <FileDown size={16} aria-hidden />}
      PDF
    </Button>
  );
}
