import { row, type Row } from './access-scene.ts';
import { signedIn, teamAdmins } from './access-statuses.ts';

/** The status that each caller gets when the attendee has been invited to the team. */
const invited = [401, 404, 200, 404, 404, 404, 404, 404, 404, 404];

export const invitations: Row[] = [
  row('GET /teams/invitations', '', signedIn, () => ({})),
  row('GET /teams/:id/invitations', '', teamAdmins, ({ teamId }) => ({ params: { id: teamId } })),
  row('POST /teams/invitations/:id/accept', '', invited, async (scene) => ({
    params: { id: await scene.invitation(scene.attendee.id) },
  })),
  row('POST /teams/invitations/:id/decline', '', invited, async (scene) => ({
    params: { id: await scene.invitation(scene.attendee.id) },
  })),
  row(
    'POST /teams/invitations/:id/resend',
    '',
    [401, 404, 404, 404, 403, 403, 403, 200, 404, 200],
    async (scene) => ({ params: { id: await scene.invitation() } }),
  ),
  row(
    'DELETE /teams/invitations/:id',
    '',
    [401, 404, 404, 404, 403, 403, 403, 204, 404, 204],
    async (scene) => ({ params: { id: await scene.invitation() } }),
  ),
];
