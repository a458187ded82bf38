import { useLocation } from '@tanstack/react-router';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { useSession } from '../../api/session.ts';
import { paths } from '../../paths.ts';
import { EventsLink, SectionLink } from '../link.tsx';
import { ThemeIcon, useThemeToggle } from './theme-toggle.tsx';
import { useIsSiteAdmin } from '../use-account.ts';
import { useLogOut } from './use-log-out.ts';

const row =
  'flex min-h-12 w-full items-center gap-3 rounded-lg px-3 text-left text-lg font-semibold hover:bg-sunken aria-[current=page]:text-spot';

export interface SmallScreenMenuProps {
  /**
   * The button that opened the menu. This button gets the focus back after Escape and after a link was
   * chosen.
   */
  opener: RefObject<HTMLButtonElement | null>;
  onClose: () => void;
}

/** The menu with the header's links on a narrow screen. Escape and choosing a link close the menu. */
export function SmallScreenMenu({ opener, onClose }: SmallScreenMenuProps) {
  const { rowLabel, toggleLabel, toggleTheme } = useThemeToggle();
  const panel = useRef<HTMLElement>(null);
  const close = () => {
    onClose();
    opener.current?.focus();
  };
  useCloseOnLeave(onClose, close);
  useEffect(() => panel.current?.querySelector('a')?.focus(), []);
  return (
    <nav
      ref={panel}
      id="small-screen-menu"
      aria-label="Main"
      className="border-t border-line bg-paper px-3 py-3 md:hidden"
    >
      <ul>
        <MenuLinks onChoice={close} />
        <li>
          <button type="button" aria-label={toggleLabel} className={row} onClick={toggleTheme}>
            <ThemeIcon />
            {rowLabel}
          </button>
        </li>
      </ul>
    </nav>
  );
}

function MenuLinks({ onChoice }: { onChoice: () => void }) {
  const session = useSession();
  const logOut = useLogOut();
  const isSiteAdmin = useIsSiteAdmin(session.user);
  const events = (
    <li>
      <EventsLink className={row} onClick={onChoice}>
        Events
      </EventsLink>
    </li>
  );
  if (session.status !== 'in') {
    return (
      <>
        {events}
        <MenuRow onClick={onChoice} to={paths.logIn}>
          Login
        </MenuRow>
        <MenuRow onClick={onChoice} to={paths.signUp}>
          Sign Up
        </MenuRow>
      </>
    );
  }
  return (
    <>
      <MenuRow onClick={onChoice} to={paths.profile}>
        Profile
      </MenuRow>
      <MenuRow onClick={onChoice} to={paths.security}>
        Account security
      </MenuRow>
      {session.user.teams.length > 0 && (
        <MenuRow onClick={onChoice} to={paths.dashboard}>
          Dashboard
        </MenuRow>
      )}
      {isSiteAdmin && (
        <MenuRow onClick={onChoice} to={paths.admin}>
          Admin
        </MenuRow>
      )}
      {events}
      <li>
        <button type="button" className={row} onClick={() => void logOut()}>
          Logout
        </button>
      </li>
    </>
  );
}

type MenuPath = 'logIn' | 'signUp' | 'profile' | 'security' | 'dashboard' | 'admin';

interface MenuRowProps {
  to: (typeof paths)[MenuPath];
  onClick: () => void;
  children: ReactNode;
}

function MenuRow({ to, onClick, children }: MenuRowProps) {
  return (
    <li>
      <SectionLink to={to} className={row} onClick={onClick}>
        {children}
      </SectionLink>
    </li>
  );
}

/** @param onEscape closes the menu and puts the focus back */
function useCloseOnLeave(onClose: () => void, onEscape: () => void): void {
  const href = useLocation({ select: (location) => location.href });
  const openedAt = useRef(href);
  useEffect(() => {
    if (href !== openedAt.current) onClose();
  }, [href, onClose]);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape') onEscape();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [onEscape]);
}
