import { hashSync, verifySync, type Options } from '@node-rs/argon2';

// These functions run in threads of their own, and take one argument, as these threads require.

export function makeHash({ password, cost }: { password: string; cost: Options }): string {
  return hashSync(password, cost);
}

export function compareHash({ stored, password }: { stored: string; password: string }): boolean {
  return verifySync(stored, password);
}
