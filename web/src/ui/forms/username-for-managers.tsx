/** A hidden field that tells password managers whose password a form asks for. */
export function UsernameForManagers({ username }: { username: string }) {
  return <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />;
}
