import { Menu as MenuIcon, X } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { CallError } from '../../api/call-error.ts';
import { loadPart } from '../../api/load-part.ts';
import { type SessionUser, useSession } from '../../api/session.ts';
import { paths } from '../../paths.ts';
import { buttonStyle, IconButton } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { AccountButton } from './account-button.tsx';
import { Brand } from './brand.tsx';
import { EventsLink, Link, SectionLink } from '../link.tsx';
import { SmallScreenMenu } from './small-screen-menu.tsx';
import { ThemeToggle } from './theme-toggle.tsx';
import { useAccountChecks, useIsSiteAdmin } from '../use-account.ts';
import { useLogOut } from './use-log-out.ts';
import { toast } from '../../ui/overlays/toast.ts';

// The account menu is loaded on demand, because visitors have no account menu.
const loadAccountMenu = async () => (await import('./account-menu.tsx')).AccountMenu;

const navLinkStyle =
  'inline-flex min-h-11 items-center rounded-full px-4 font-semibold text-ink-soft transition-colors duration-150 hover:bg-sunken hover:text-ink aria-[current=page]:text-ink aria-[current=page]:underline aria-[current=page]:decoration-spot aria-[current=page]:decoration-3 aria-[current=page]:underline-offset-8';

export function Header() {
  useAccountChecks();
  const [menuOpen, setMenuOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  return (
    <header className="sticky top-0 z-30 border-b border-line bg-paper/95 [backdrop-filter:blur(8px)]">
      <div className="page-width flex min-h-18 items-center justify-between gap-4">
        <Brand />
        <div className="flex items-center gap-1">
          <HeaderLinks />
          <IconButton
            ref={opener}
            label={menuOpen ? 'Close menu' : 'Open menu'}
            aria-expanded={menuOpen}
            aria-controls="small-screen-menu"
            className="md:hidden"
            onClick={() => setMenuOpen(!menuOpen)}
          >
            {menuOpen ? <X size={22} aria-hidden /> : <MenuIcon size={22} aria-hidden />}
          </IconButton>
        </div>
      </div>
      {menuOpen && <SmallScreenMenu opener={opener} onClose={() => setMenuOpen(false)} />}
    </header>
  );
}

/**
 * Before hydration it is not known who is signed in. So the page contains the links for visitors and a placeholder for
 * users, and CSS shows the one that boot.ts has chosen.
 */
function HeaderLinks() {
  const session = useSession();
  return (
    <>
      {session.status !== 'in' && (
        <Half who="out">
          <EventsLink className={navLinkStyle}>Events</EventsLink>
          <Link to={paths.logIn} className={navLinkStyle}>
            Login
          </Link>
          <Link to={paths.signUp} className={buttonStyle('primary')}>
            Sign Up
          </Link>
        </Half>
      )}
      {session.status === 'in' && <SignedInLinks user={session.user} />}
      <ThemeToggle />
      {session.status === 'in' && <AccountPicture user={session.user} />}
      {session.status === 'unknown' && (
        <div data-for="in">
          <Skeleton className="size-10 rounded-full" />
        </div>
      )}
    </>
  );
}

function SignedInLinks({ user }: { user: SessionUser }) {
  const logOut = useLogOut();
  const isSiteAdmin = useIsSiteAdmin(user);
  return (
    <Half who="in">
      {user.teams.length > 0 && (
        <SectionLink to={paths.dashboard} className={navLinkStyle}>
          Dashboard
        </SectionLink>
      )}
      {isSiteAdmin && (
        <SectionLink to={paths.admin} className={navLinkStyle}>
          Admin
        </SectionLink>
      )}
      <EventsLink className={navLinkStyle}>Events</EventsLink>
      <button type="button" className={navLinkStyle} onClick={() => void logOut()}>
        Logout
      </button>
    </Half>
  );
}

/**
 * The menu takes the place of the button only after a press, and then opens. If it came as soon as its code has loaded,
 * a press that begins on the button and ends on the menu would be lost.
 */
function AccountPicture({ user }: { user: SessionUser }) {
  const [AccountMenu, setAccountMenu] = useState<Awaited<ReturnType<typeof loadAccountMenu>> | null>(null);
  useEffect(() => {
    // The user reads of a failure when they press the button.
    loadAccountMenu().catch(() => {});
  }, []);
  function showMenu() {
    loadPart(loadAccountMenu).then(
      (menu) => setAccountMenu(() => menu),
      (error: CallError) => toast.error(error.message, { id: 'account-menu' }),
    );
  }
  if (AccountMenu) return <AccountMenu user={user} />;
  return <AccountButton user={user} aria-haspopup="menu" aria-expanded={false} onClick={showMenu} />;
}

function Half({ who, children }: { who: 'in' | 'out'; children: ReactNode }) {
  return (
    <nav aria-label="Main" data-for={who} className="hidden md:block">
      <div className="flex items-center gap-1">{children}</div>
    </nav>
  );
}
