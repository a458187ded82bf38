export const sections = ['all-events', 'draft-events', 'team-members', 'money'] as const;

export type Section = (typeof sections)[number];

/**
 * The query in the dashboard's URL. The first section and the first team are the defaults, which the URL
 * leaves out.
 */
export interface DashboardSearch {
  /** `create-event` redirects to the event form. */
  section?: Section | 'create-event';
  team?: number;
  /** The page of the money's events. The first page has no number in the URL. */
  page?: number;
}

export function readDashboardSearch(raw: Record<string, unknown>): DashboardSearch {
  const section = [...sections, 'create-event' as const].find((known) => known === raw.section);
  return {
    section: section === sections[0] ? undefined : section,
    team: readNumber(raw.team),
    page: section === 'money' ? readNumber(raw.page) : undefined,
  };
}

function readNumber(raw: unknown): number | undefined {
  const number = Number(raw);
  return Number.isSafeInteger(number) && number > 0 ? number : undefined;
}

/** Chooses the team to show: the team in the URL if the user is a member of it, otherwise the user's first team. */
export function chooseTeam<T extends { team_id: number }>(
  teams: T[],
  wantedId: number | undefined,
): T | undefined {
  return teams.find((team) => team.team_id === wantedId) ?? teams[0];
}
