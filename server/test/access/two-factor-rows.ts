import { makeUser, testPassword } from '../factories.ts';
import { askForChallenge, switchOnTwoFactor } from '../two-factor.ts';
import { row, type Row } from './access-scene.ts';
import { admins, answering, anybody, signedIn } from './access-statuses.ts';

const proofs = { current_password: testPassword, code: '123456' };

/** The refused calls come first, because a successful set-up would change their statuses. */
export const twoFactor: Row[] = [
  row('GET /auth/two-factor', '', signedIn, () => ({})),
  row('POST /auth/two-factor/confirm', 'without a set-up', answering(409, signedIn), () => ({
    body: { code: '123456' },
  })),
  row('POST /auth/two-factor/switch-off', 'while it is off', answering(409, signedIn), () => ({
    body: proofs,
  })),
  row('POST /auth/two-factor/recovery-codes', 'while it is off', answering(409, signedIn), () => ({
    body: proofs,
  })),
  row('POST /auth/two-factor/set-up', '', signedIn, () => ({ body: { current_password: testPassword } })),
  row('POST /auth/two-factor/log-in', '', anybody, async ({ app }) => {
    const user = await makeUser(app);
    const { authenticator } = await switchOnTwoFactor(app, user);
    return { body: { challenge: await askForChallenge(app, user.username), code: authenticator.code() } };
  }),
  row('DELETE /users/:id/two-factor', '', answering(204, admins), async ({ app }) => {
    const user = await makeUser(app);
    await switchOnTwoFactor(app, user);
    return { params: { id: user.id } };
  }),
];
