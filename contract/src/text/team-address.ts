import { readEventName, writeSlug } from './event-address.ts';

// The server and the web write the address of a team's page here, so that all links to it are the same.

export interface AddressedTeam {
  id: number;
  name: string;
}

/** Writes the number and the readable name of a team, such as `7-quayside-collective`. */
export function writeTeamName({ id, name }: AddressedTeam): string {
  const slug = writeSlug(name);
  return slug ? `${id}-${slug}` : String(id);
}

/** Reads the number of a team from its name in an address, which has the form of an event's. */
export const readTeamName = readEventName;

/** The path of a team's page. */
export function writeTeamPath(team: AddressedTeam): string {
  return `/teams/${writeTeamName(team)}`;
}
