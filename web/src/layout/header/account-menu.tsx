import { CalendarDays, KeyRound, LayoutDashboard, LogOut, ShieldCheck, UserRound } from 'lucide-react';
import type { SessionUser } from '../../api/session.ts';
import { paths } from '../../paths.ts';
import { Menu, MenuItem, MenuLinkItem, MenuSeparator } from '../../ui/overlays/menu.tsx';
import { AccountButton } from './account-button.tsx';
import { Link } from '../link.tsx';
import { ThemeIcon, useThemeToggle } from './theme-toggle.tsx';
import { useIsSiteAdmin } from '../use-account.ts';
import { useLogOut } from './use-log-out.ts';

/** Open at once, because it takes the place of the button that the user has pressed. */
export function AccountMenu({ user }: { user: SessionUser }) {
  const logOut = useLogOut();
  const isSiteAdmin = useIsSiteAdmin(user);
  const { rowLabel, toggleLabel, toggleTheme } = useThemeToggle();
  return (
    <Menu trigger={<AccountButton user={user} />} title="My Account" defaultOpen>
      <MenuLinkItem render={<Link to={paths.profile} />}>
        <UserRound size={18} aria-hidden />
        Profile
      </MenuLinkItem>
      <MenuLinkItem render={<Link to={paths.security} />}>
        <KeyRound size={18} aria-hidden />
        Account security
      </MenuLinkItem>
      {user.teams.length > 0 && (
        <MenuLinkItem render={<Link to={paths.dashboard} />}>
          <LayoutDashboard size={18} aria-hidden />
          Dashboard
        </MenuLinkItem>
      )}
      {isSiteAdmin && (
        <MenuLinkItem render={<Link to={paths.admin} />}>
          <ShieldCheck size={18} aria-hidden />
          Admin Dashboard
        </MenuLinkItem>
      )}
      <MenuLinkItem render={<Link to={paths.events} />}>
        <CalendarDays size={18} aria-hidden />
        Events
      </MenuLinkItem>
      <MenuSeparator />
      <MenuItem aria-label={toggleLabel} closeOnClick={false} onClick={toggleTheme}>
        <ThemeIcon size={18} />
        {rowLabel}
      </MenuItem>
      <MenuItem onClick={() => void logOut()}>
        <LogOut size={18} aria-hidden />
        Logout
      </MenuItem>
    </Menu>
  );
}
