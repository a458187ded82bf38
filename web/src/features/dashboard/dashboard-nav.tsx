import { useNavigate } from '@tanstack/react-router';
import { CalendarDays, type LucideIcon, NotebookPen, PoundSterling, UsersRound } from 'lucide-react';
import { useId } from 'react';
import { Link } from '../../layout/link.tsx';
import { sidebarLinkStyle } from '../../layout/sidebar/sidebar-page.tsx';
import { paths, teamParams } from '../../paths.ts';
import { Select } from '../../ui/forms/field.tsx';
import { type Section, sections } from './dashboard-search.ts';
import { type Membership, mayManageMembers, type TeamRole } from '../teams/team-roles.ts';

export const sectionNames: Record<Section, string> = {
  'all-events': 'All Events',
  'draft-events': 'Draft Events',
  'team-members': 'Team Members',
  money: 'Money',
};

const icons: Record<Section, LucideIcon> = {
  'all-events': CalendarDays,
  'draft-events': NotebookPen,
  'team-members': UsersRound,
  money: PoundSterling,
};

/** Lists the sections that the role may open: only team admins see the money. */
export function listSections(role: TeamRole): Section[] {
  return sections.filter((id) => id !== 'money' || mayManageMembers(role));
}

export interface DashboardNavProps {
  teams: Membership[];
  team: Membership;
  section: Section;
  /**
   * Called when a section is chosen; closes the sidebar on a phone. Not called when the team changes, because in some
   * browsers each arrow key in the list of teams changes the team.
   */
  onChoose?: () => void;
}

export function DashboardNav({ teams, team, section, onChoose }: DashboardNavProps) {
  return (
    <>
      <TeamChoice teams={teams} team={team} section={section} />
      <Link
        to={paths.team}
        params={teamParams({ id: team.team_id, name: team.team_name })}
        className="mt-1 inline-flex min-h-8 items-center text-[0.9375rem] text-ink-soft underline underline-offset-4 hover:text-ink"
      >
        Team page
      </Link>
      <nav aria-label="Team Dashboard" className="mt-4">
        <ul className="grid gap-1">
          {listSections(team.role).map((id) => {
            const Icon = icons[id];
            const current = id === section;
            return (
              <li key={id}>
                <Link
                  to={paths.dashboard}
                  search={addressOf(id, team, teams)}
                  activeOptions={{ exact: true, explicitUndefined: true }}
                  aria-current={current ? 'page' : undefined}
                  className={sidebarLinkStyle(current)}
                  onClick={onChoose}
                >
                  <Icon size={19} aria-hidden />
                  {sectionNames[id]}
                </Link>
              </li>
            );
          })}
        </ul>
      </nav>
    </>
  );
}

function TeamChoice({ teams, team, section }: Omit<DashboardNavProps, 'onChoose'>) {
  const id = useId();
  const navigate = useNavigate();
  if (teams.length === 1) return <p className="text-lg leading-snug font-semibold">{team.team_name}</p>;
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-[0.9375rem] font-semibold text-ink-soft">
        Team
      </label>
      <Select
        id={id}
        value={team.team_id}
        onChange={(event) => {
          const chosen = teams.find(({ team_id }) => team_id === Number(event.target.value));
          if (chosen) void navigate({ to: paths.dashboard, search: addressOf(section, chosen, teams) });
        }}
      >
        {teams.map(({ team_id, team_name }) => (
          <option key={team_id} value={team_id}>
            {team_name}
          </option>
        ))}
      </Select>
    </div>
  );
}

function addressOf(section: Section, team: Membership, teams: Membership[]) {
  return {
    section: section === sections[0] ? undefined : section,
    team: team === teams[0] ? undefined : team.team_id,
  };
}
