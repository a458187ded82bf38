import { useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { findFocus } from './order-focus.ts';
import type { TransferDialogProps } from './transfer-form.tsx';
import { lazyPart } from '../../../layout/lazy-part.tsx';

const TransferDialog = lazyPart(async () => (await import('./transfer-form.tsx')).TransferDialog);

interface TransferTicketProps extends Omit<TransferDialogProps, 'onClose' | 'finalFocus'> {
  /** The words on the button. */
  words?: string;
  className?: string;
}

export function TransferTicket({
  words = 'Give to somebody else',
  className,
  ...props
}: TransferTicketProps) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const { ticket, name } = props;
  return (
    <>
      <Button
        ref={button}
        variant="secondary"
        size="sm"
        className={className}
        aria-label={`${words}: ${ticket.type_name}, ${name}`}
        onClick={() => setOpen(true)}
      >
        {words}
      </Button>
      {isOpen && (
        <TransferDialog
          {...props}
          onClose={() => setOpen(false)}
          finalFocus={() => findFocus(button.current)}
        />
      )}
    </>
  );
}
