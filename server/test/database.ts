import { inject } from 'vitest';
import { createDatabase, type TestDatabase } from './create-database.ts';

/** A migrated, empty database on the PostgreSQL server that global-setup started. */
export function createTestDatabase(): Promise<TestDatabase> {
  const { adminUrl, template } = inject('postgres');
  return createDatabase(adminUrl, template);
}
