import { Link } from '../../layout/link.tsx';
import { NoticeCard } from '../../layout/notice-card.tsx';
import { paths } from '../../paths.ts';
import { buttonStyle } from '../../ui/button.tsx';

/** Shown on pages for an event's team when the event does not exist or the user cannot see it. */
export function ManagedEventNotFound() {
  return (
    <NoticeCard
      title="Event Not Found"
      text="It may have been deleted, or the address contains a typing error."
      action={
        <Link to={paths.dashboard} className={buttonStyle('primary', 'lg')}>
          Return to Dashboard
        </Link>
      }
    />
  );
}

/** @param text a sentence that says who has the permission */
export function PermissionDenied({ id, text }: { id: number; text: string }) {
  return (
    <NoticeCard
      tone="bad"
      title="Permission Denied"
      text={text}
      action={
        <Link to={paths.event} params={{ id: String(id) }} className={buttonStyle('primary', 'lg')}>
          View Event
        </Link>
      }
    />
  );
}
