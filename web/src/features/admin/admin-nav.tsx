import {
  ArrowLeft,
  CalendarDays,
  CreditCard,
  History,
  LayoutDashboard,
  type LucideIcon,
  Settings,
  Users,
  UsersRound,
  Webhook,
} from 'lucide-react';
import { Link } from '../../layout/link.tsx';
import { sidebarLinkStyle } from '../../layout/sidebar/sidebar-page.tsx';
import { paths } from '../../paths.ts';
import { buttonStyle } from '../../ui/button.tsx';

const entries = {
  overview: { name: 'Overview', to: paths.admin, Icon: LayoutDashboard },
  users: { name: 'Users', to: paths.adminUsers, Icon: Users },
  teams: { name: 'Teams', to: paths.adminTeams, Icon: UsersRound },
  events: { name: 'Events', to: paths.adminEvents, Icon: CalendarDays },
  settings: { name: 'Settings', to: paths.adminSettings, Icon: Settings },
  payments: { name: 'Payments', to: paths.adminPayments, Icon: CreditCard },
  webhooks: { name: 'Webhooks', to: paths.adminWebhooks, Icon: Webhook },
  audit: { name: 'Audit Log', to: paths.adminAudit, Icon: History },
} satisfies Record<string, { name: string; to: string; Icon: LucideIcon }>;

export type AdminSection = keyof typeof entries;

const siteSections: AdminSection[] = ['overview', 'users', 'teams', 'events', 'settings'];
const recordSections: AdminSection[] = ['payments', 'webhooks', 'audit'];

interface AdminNavProps {
  section: AdminSection;
  /** Called when an entry is chosen; closes the sidebar on a phone. */
  onChoose?: () => void;
}

export function AdminNav({ section, onChoose }: AdminNavProps) {
  const renderList = (sections: AdminSection[]) => (
    <ul className="grid gap-1">
      {sections.map((id) => {
        const { name, to, Icon } = entries[id];
        return (
          <li key={id}>
            <Link
              to={to}
              aria-current={id === section ? 'page' : undefined}
              activeOptions={{ exact: true, includeSearch: false }}
              className={sidebarLinkStyle(id === section)}
              onClick={onChoose}
            >
              <Icon size={19} aria-hidden />
              {name}
            </Link>
          </li>
        );
      })}
    </ul>
  );
  return (
    <>
      <nav aria-label="Admin Dashboard">
        {renderList(siteSections)}
        <p className="mt-5 mb-1.5 px-3 text-sm font-semibold text-ink-faint">Money and records</p>
        {renderList(recordSections)}
      </nav>
      <Link to={paths.home} className={`${buttonStyle('secondary')} mt-6 w-full`} onClick={onChoose}>
        <ArrowLeft size={18} aria-hidden />
        Back to Site
      </Link>
    </>
  );
}
