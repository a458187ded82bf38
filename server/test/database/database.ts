import { inject } from 'vitest';
import { createDatabase, type TestDatabase } from './create-database.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgres: { adminUrl: string; template: string };
  }
}

export function createTestDatabase(): Promise<TestDatabase> {
  const { adminUrl, template } = inject('postgres');
  return createDatabase(adminUrl, template);
}
