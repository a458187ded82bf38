export const sections = ['all-events', 'draft-events', 'team-members'] as const;

export type Section = (typeof sections)[number];

/** The query in the address of the dashboard. The first section and the first team are left out. */
export interface DashboardSearch {
  /** `create-event` redirects to the event form. */
  section?: Section | 'create-event';
  team?: number;
}

export function readDashboardSearch(raw: Record<string, unknown>): DashboardSearch {
  const section = [...sections, 'create-event' as const].find((known) => known === raw.section);
  const team = Number(raw.team);
  return {
    section: section === sections[0] ? undefined : section,
    team: Number.isSafeInteger(team) && team > 0 ? team : undefined,
  };
}

/** The team to show: the one in the address if the user is a member of it, else their first. */
export function chooseTeam<T extends { team_id: number }>(
  teams: T[],
  wantedId: number | undefined,
): T | undefined {
  return teams.find((team) => team.team_id === wantedId) ?? teams[0];
}
