import { lazy, Suspense, useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { findFocus } from './order-focus.ts';
import type { TransferDialogProps } from './transfer-form.tsx';

const TransferDialog = lazy(async () => ({
  default: (await import('./transfer-form.tsx')).TransferDialog,
}));

export function TransferTicket(props: Omit<TransferDialogProps, 'onClose' | 'finalFocus'>) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const { ticket, name } = props;
  return (
    <>
      <Button
        ref={button}
        variant="quiet"
        size="sm"
        aria-label={`Give to somebody else: ${ticket.type_name}, ${name}`}
        onClick={() => setOpen(true)}
      >
        Give to somebody else
      </Button>
      <Suspense>
        {isOpen && (
          <TransferDialog
            {...props}
            onClose={() => setOpen(false)}
            finalFocus={() => findFocus(button.current)}
          />
        )}
      </Suspense>
    </>
  );
}
