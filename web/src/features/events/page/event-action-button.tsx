import { Check } from 'lucide-react';
import type { SessionUser } from '../../../api/session.ts';
import { Link } from '../../../layout/link.tsx';
import { paths } from '../../../paths.ts';
import { Button, type ButtonSize, buttonStyle } from '../../../ui/button.tsx';
import { useCheckout } from '../../payments/use-checkout.ts';
import { useRegister } from '../../registrations/use-register.ts';
import { actionLabels, type EventAction, isOpen } from './event-action.ts';

export interface EventActionButtonProps {
  eventId: number;
  action: EventAction;
  user: SessionUser;
  /** The number of the user's order from `POST /orders` that is not paid yet. It is paid on its own page. */
  unpaidOrder?: string | null;
  size?: ButtonSize;
  className?: string;
}

/** The main button of an event. Its label names the state, such as Sold Out; a press registers or opens the payment. */
export function EventActionButton(props: EventActionButtonProps) {
  const { action, unpaidOrder, size, className } = props;
  if (action !== 'complete' || !unpaidOrder) return <ActionButton {...props} />;
  return (
    <Link
      to={paths.order}
      params={{ number: unpaidOrder }}
      className={`${buttonStyle('primary', size)} ${className ?? ''}`}
    >
      {actionLabels.complete}
    </Link>
  );
}

function ActionButton({ eventId, action, user, size, className }: EventActionButtonProps) {
  const register = useRegister(eventId, user);
  const checkout = useCheckout(eventId);
  const isDone = action === 'registered' || action === 'purchased';
  const busy = register.isPending || checkout.isPending;
  return (
    <Button
      size={size}
      className={className}
      variant={isDone ? 'good' : isOpen(action) ? 'primary' : 'closed'}
      closed={!isOpen(action)}
      busy={busy}
      onClick={action === 'register' ? register.press : checkout.press}
    >
      {isDone && <Check size={18} aria-hidden />}
      {register.isPending ? 'Registering...' : actionLabels[action]}
    </Button>
  );
}
