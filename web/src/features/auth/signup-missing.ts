import type { SignUp } from './auth.api.ts';

type RequiredName = 'username' | 'email' | 'password' | 'teamName';

/** Lists the fields in the order of the form. Only organisers need a team name. */
export function listMissing(values: Partial<SignUp>): { name: RequiredName; message: string }[] {
  const required: [RequiredName, string][] = [
    ['username', 'Username is required'],
    ['email', 'Email is required'],
    ['password', 'Password is required'],
  ];
  if (values.isEventOrganiser) required.push(['teamName', 'Team name is required']);
  return required.flatMap(([name, message]) => (values[name]?.trim() ? [] : [{ name, message }]));
}
