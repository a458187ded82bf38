import { Link } from '../../../layout/link.tsx';
import { NoticeCard } from '../../../layout/notice-card.tsx';
import { paths } from '../../../paths.ts';
import { buttonStyle } from '../../../ui/button.tsx';

interface SeeYourMailProps {
  number: string;
  isSignedIn: boolean;
}

/** Shown to people who are not signed in as the buyer and do not have the key of the order. */
export function SeeYourMail({ number, isSignedIn }: SeeYourMailProps) {
  return (
    <NoticeCard
      title="Open it from your email"
      text="This order opens from the link in the email that we sent to its buyer. If you ordered with an account, log in to that account."
      action={<LogInOrSeeTickets number={number} isSignedIn={isSignedIn} />}
    />
  );
}

export function LogInOrSeeTickets({ number, isSignedIn }: SeeYourMailProps) {
  return isSignedIn ? (
    <Link to={paths.profile} className={buttonStyle('primary', 'lg')}>
      Show my tickets
    </Link>
  ) : (
    <Link to={paths.logIn} search={{ next: `/orders/${number}` }} className={buttonStyle('primary', 'lg')}>
      Log in
    </Link>
  );
}
