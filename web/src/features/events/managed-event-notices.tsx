import { Link } from '../../layout/link.tsx';
import { NoticeCard } from '../../layout/notice-card.tsx';
import { paths } from '../../paths.ts';
import { buttonStyle } from '../../ui/button.tsx';

/** Shown to an event's team instead of a page about the event. */
export function ManagedEventNotFound() {
  return (
    <NoticeCard
      title="Event Not Found"
      text="It may have been deleted, or the address contains a typing error."
      action={
        <Link to={paths.dashboard} className={buttonStyle()}>
          Return to Dashboard
        </Link>
      }
    />
  );
}

/** @param text who has the permission, in a sentence */
export function PermissionDenied({ id, text }: { id: number; text: string }) {
  return (
    <NoticeCard
      tone="bad"
      title="Permission Denied"
      text={text}
      action={
        <Link to={paths.event} params={{ id: String(id) }} className={buttonStyle()}>
          View Event
        </Link>
      }
    />
  );
}
