// Each list has the statuses for these callers, in this order: nobody, stranger, attendee, creator who left
// the team, organizer, owner, event_manager, team_admin, admin of another team, site admin.
export const anybody = [200, 200, 200, 200, 200, 200, 200, 200, 200, 200];
export const anybodyMakes = [201, 201, 201, 201, 201, 201, 201, 201, 201, 201];
export const signedIn = [401, 200, 200, 200, 200, 200, 200, 200, 200, 200];
export const signedInMakes = [401, 201, 201, 201, 201, 201, 201, 201, 201, 201];
export const self = [401, 403, 200, 403, 403, 403, 403, 403, 403, 200];
export const selfElseHidden = [401, 404, 200, 404, 404, 404, 404, 404, 404, 200];
export const team = [401, 403, 403, 403, 200, 200, 200, 200, 403, 200];
export const selfAndTeam = [401, 403, 200, 403, 200, 200, 200, 200, 403, 200];
export const teamElseHidden = [401, 404, 404, 404, 200, 200, 200, 200, 404, 200];
export const editors = [401, 403, 403, 403, 403, 403, 200, 200, 403, 200];
export const editorsElseHidden = [401, 404, 404, 404, 403, 403, 200, 200, 404, 200];
export const teamAdmins = [401, 403, 403, 403, 403, 403, 403, 200, 403, 200];
export const admins = [401, 403, 403, 403, 403, 403, 403, 403, 403, 200];

export const attendee = 2;

/** Replaces 200 with `status`, for endpoints that use another status for success. */
export function answering(status: number, statuses: readonly number[]): number[] {
  return statuses.map((usual) => (usual === 200 ? status : usual));
}
