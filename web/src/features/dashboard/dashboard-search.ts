export const sections = ['all-events', 'draft-events', 'team-members'] as const;

export type Section = (typeof sections)[number];

/**
 * The query in the dashboard's URL. The first section and the first team are the defaults, which the URL
 * leaves out.
 */
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

/** Chooses the team to show: the team in the URL if the user is a member of it, otherwise the user's first team. */
export function chooseTeam<T extends { team_id: number }>(
  teams: T[],
  wantedId: number | undefined,
): T | undefined {
  return teams.find((team) => team.team_id === wantedId) ?? teams[0];
}
