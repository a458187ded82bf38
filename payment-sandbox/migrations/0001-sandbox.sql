-- What the payment sandbox remembers, so that all processes see the same provider and a restart loses nothing.
-- "if not exists": a database from before the sandbox had its own schema has these tables already. The server's
-- migration 0011-sandbox-moves-out moved them here.

create table if not exists payment_sandbox.sandbox_objects (
  id text constraint sandbox_objects_pkey primary key,
  type text not null,
  -- The object as its API publishes it.
  data jsonb not null,
  -- What the provider knows but does not publish: line items, how a test card behaves.
  hidden jsonb not null default '{}',
  -- When the object changes by itself: an open session expires, a pending refund ends.
  due_at timestamptz,
  created_at timestamptz not null,
  seq bigint generated always as identity,
  status text generated always as (data ->> 'status') stored,
  payment_intent text generated always as (data ->> 'payment_intent') stored,
  charge text generated always as (data ->> 'charge') stored,
  customer text generated always as (data ->> 'customer') stored,
  constraint sandbox_objects_refunds_within_charge check (
    type <> 'charge' or (data ->> 'amount_refunded')::bigint between 0 and (data ->> 'amount')::bigint
  )
);

create unique index if not exists sandbox_objects_one_charge_per_intent
  on payment_sandbox.sandbox_objects (payment_intent)
  where type = 'charge' and status in ('succeeded', 'pending');

create index if not exists sandbox_objects_newest on payment_sandbox.sandbox_objects (type, seq desc);

create index if not exists sandbox_objects_payment_intent on payment_sandbox.sandbox_objects (payment_intent)
  where payment_intent is not null;

create index if not exists sandbox_objects_charge on payment_sandbox.sandbox_objects (charge)
  where charge is not null;

create index if not exists sandbox_objects_customer on payment_sandbox.sandbox_objects (customer)
  where customer is not null;

create index if not exists sandbox_objects_due on payment_sandbox.sandbox_objects (due_at)
  where due_at is not null;

create table if not exists payment_sandbox.sandbox_events (
  id text constraint sandbox_events_pkey primary key,
  type text not null,
  data jsonb not null,
  created_at timestamptz not null,
  seq bigint generated always as identity
);

create index if not exists sandbox_events_newest on payment_sandbox.sandbox_events (seq desc);

create table if not exists payment_sandbox.sandbox_deliveries (
  id bigint generated always as identity constraint sandbox_deliveries_pkey primary key,
  event_id text not null constraint sandbox_deliveries_event_fkey
    references payment_sandbox.sandbox_events (id) on delete cascade,
  status text not null constraint sandbox_deliveries_status_known
    check (status in ('pending', 'delivered', 'dropped', 'failed')),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null,
  delivered_at timestamptz,
  last_error text,
  created_at timestamptz not null
);

create index if not exists sandbox_deliveries_due on payment_sandbox.sandbox_deliveries (next_attempt_at)
  where status = 'pending';

create index if not exists sandbox_deliveries_event on payment_sandbox.sandbox_deliveries (event_id);

create table if not exists payment_sandbox.sandbox_idempotency_keys (
  key text constraint sandbox_idempotency_keys_pkey primary key,
  fingerprint text not null,
  status integer,
  answer jsonb,
  created_at timestamptz not null
);

create table if not exists payment_sandbox.sandbox_switches (
  only_row boolean default true constraint sandbox_switches_pkey primary key
    constraint sandbox_switches_only_row check (only_row),
  data jsonb not null
);
