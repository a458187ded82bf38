-- The number of days before the start of an event until which buyers can cancel paid tickets.
alter table events
  drop constraint events_refund_days_not_negative,
  add constraint events_refund_days_in_range check (refund_days between 0 and 365);

-- The new reason is for refunds of tickets that their buyers cancelled.
alter table refunds
  drop constraint refunds_reason_known,
  add constraint refunds_reason_known
    check (reason in ('no_seat', 'requested', 'event_cancelled', 'buyer_cancelled'));

-- Guests have no account, so the audit names them as 'a guest'.
alter table audit_entries
  drop constraint audit_entries_machine_known,
  add constraint audit_entries_machine_known
    check (machine in ('Foyer itself', 'the payment provider', 'the operator', 'a guest'));

-- The person who was given a ticket opens it with a key that Foyer derives from this salt.
alter table ticket_transfers add column key_salt uuid not null default gen_random_uuid();

-- The result of the last nightly comparison of the counters with the tickets and the payments.
create table data_checks (
  -- The table has only one row.
  id smallint not null default 1 constraint data_checks_pkey primary key constraint data_checks_one_row check (id = 1),
  checked_at timestamptz not null,
  faults jsonb not null
);
