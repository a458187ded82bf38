import { useMutation } from '@tanstack/react-query';
import { FileDown, Mail } from 'lucide-react';
import { messageOf } from '../../../api/call-error.ts';
import { api, fetchFile } from '../../../api/client.ts';
import { Button } from '../../../ui/button.tsx';
import { saveFile } from '../../../ui/save-file.ts';
import { NewLink } from './new-link.tsx';
import { callFor, type Order, type OrderAddress } from '../orders.api.ts';
import { toast } from '../../../ui/overlays/toast.ts';

interface OrderPapersProps {
  order: Order;
  address: OrderAddress;
  /** True when a team member looks at the order, false for the buyer. */
  isForTeam?: boolean;
}

export function OrderPapers({ order, address, isForTeam = false }: OrderPapersProps) {
  const resend = useMutation({
    mutationFn: () => api('POST /orders/:number/resend', callFor(address)),
    onSuccess: () =>
      toast.success(
        isForTeam ? 'The mail is on its way to the buyer.' : 'The mail with your tickets is on its way.',
      ),
    onError: (error) => toast.error(messageOf(error, 'We could not send the mail. Try again.')),
  });
  const receipt = useMutation({
    mutationFn: () => fetchFile('GET /orders/:number/receipt.pdf', callFor(address)),
    onSuccess: (file) => saveFile(`receipt-${order.number}.pdf`, file),
    onError: (error) => toast.error(messageOf(error, 'We could not make the receipt. Try again.')),
  });
  if (order.status !== 'confirmed') return null;
  return (
    <div className="flex flex-wrap gap-2">
      <Button variant="secondary" size="sm" busy={resend.isPending} onClick={() => resend.mutate()}>
        {!resend.isPending && <Mail size={16} aria-hidden />}
        Send the email again
      </Button>
      <Button variant="secondary" size="sm" busy={receipt.isPending} onClick={() => receipt.mutate()}>
        {!receipt.isPending && <FileDown size={16} aria-hidden />}
        Receipt
      </Button>
      {!isForTeam && <NewLink order={order} address={address} />}
    </div>
  );
}
