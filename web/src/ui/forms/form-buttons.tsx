import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';

interface FormButtonsProps {
  busy: boolean;
  idle: ReactNode;
  active: ReactNode;
  onCancel: () => void;
}

export function FormButtons({ busy, idle, active, onCancel }: FormButtonsProps) {
  return (
    <div className="flex flex-wrap justify-end gap-3 max-sm:*:grow">
      <Button variant="secondary" disabled={busy} onClick={onCancel}>
        Cancel
      </Button>
      <Button type="submit" busy={busy}>
        {busy ? active : idle}
      </Button>
    </div>
  );
}
