import type { ColumnType, Generated, GeneratedAlways, Kysely } from 'kysely';
import type { HiddenFacts, ObjectType, SandboxObject } from './objects/objects.ts';

/** The payment sandbox's own database schema. Dropping the schema removes everything that the sandbox stores. */
export const SANDBOX_SCHEMA = 'payment_sandbox';

/** A jsonb column. Reading the column gives the parsed value, and writing needs JSON text. */
type Json<T> = ColumnType<T, string, string>;

interface SandboxObjectsTable {
  id: string;
  type: ObjectType;
  data: Json<SandboxObject>;
  hidden: Json<HiddenFacts>;
  due_at: Date | null;
  created_at: Date;
  seq: GeneratedAlways<number>;
  status: GeneratedAlways<string | null>;
  payment_intent: GeneratedAlways<string | null>;
  charge: GeneratedAlways<string | null>;
  customer: GeneratedAlways<string | null>;
}

interface SandboxEventsTable {
  id: string;
  type: string;
  data: Json<SandboxEventBody>;
  created_at: Date;
  seq: GeneratedAlways<number>;
}

interface SandboxDeliveriesTable {
  id: GeneratedAlways<number>;
  event_id: string;
  status: DeliveryStatus;
  attempts: Generated<number>;
  next_attempt_at: Date;
  delivered_at: Date | null;
  last_error: string | null;
  created_at: Date;
}

interface SandboxIdempotencyKeysTable {
  key: string;
  fingerprint: string;
  status: number | null;
  answer: ColumnType<object | null, string | null, string | null>;
  created_at: Date;
}

interface SandboxSwitchesTable {
  only_row: Generated<boolean>;
  data: Json<object>;
}

type DeliveryStatus = 'pending' | 'delivered' | 'dropped' | 'failed';

export interface SandboxEventBody {
  id: string;
  object: 'event';
  api_version: string;
  created: number;
  data: { object: SandboxObject; previous_attributes?: object };
  livemode: false;
  pending_webhooks: number;
  request: { id: string | null; idempotency_key: string | null };
  type: string;
}

/** The tables of the schema `payment_sandbox`. Only the payment sandbox reads and writes them. */
export interface SandboxTables {
  sandbox_objects: SandboxObjectsTable;
  sandbox_events: SandboxEventsTable;
  sandbox_deliveries: SandboxDeliveriesTable;
  sandbox_idempotency_keys: SandboxIdempotencyKeysTable;
  sandbox_switches: SandboxSwitchesTable;
}

/** Gives access to the payment sandbox's tables in the database that `db` is connected to. */
export function withSandboxTables<Tables>(db: Kysely<Tables>): Kysely<SandboxTables> {
  // This cast is safe: Kysely's list of tables exists only in types, so nothing changes at run time.
  return db.withSchema(SANDBOX_SCHEMA) as unknown as Kysely<SandboxTables>;
}
