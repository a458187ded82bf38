import { useLocation } from '@tanstack/react-router';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { useSession } from '../../api/session.ts';
import { paths } from '../../paths.ts';
import { SectionLink } from '../link.tsx';
import { ThemeIcon, useThemeToggle } from './theme-toggle.tsx';
import { useIsSiteAdmin } from '../use-account.ts';
import { useLogOut } from './use-log-out.ts';

const row =
  'flex min-h-12 w-full items-center gap-3 rounded-lg px-3 text-left text-lg font-semibold hover:bg-sunken aria-[current=page]:text-spot';

export interface SmallScreenMenuProps {
  /** Takes the focus back after Escape. */
  opener: RefObject<HTMLButtonElement | null>;
  onClose: () => void;
}

/** The header's links on a narrow screen; closes with Escape and after a choice. */
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
  if (session.status !== 'in') {
    return (
      <>
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
      <MenuRow onClick={onChoice} to={paths.events}>
        Events
      </MenuRow>
      <li>
        <button type="button" className={row} onClick={() => void logOut()}>
          Logout
        </button>
      </li>
    </>
  );
}

type MenuPath = 'logIn' | 'signUp' | 'profile' | 'dashboard' | 'admin' | 'events';

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

/** @param onEscape closes it for somebody who stays where they are */
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
