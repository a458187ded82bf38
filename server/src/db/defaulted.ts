import type { ColumnType } from 'kysely';

/** A column that gets a default value from the database when an insert leaves the column out. */
export type Defaulted<T> = ColumnType<T, T | undefined, T>;
