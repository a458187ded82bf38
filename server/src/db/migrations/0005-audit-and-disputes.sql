-- Who did what about money, and what administrators did. Rows outlive what they speak of.
create table audit_entries (
  id bigint generated always as identity constraint audit_entries_pkey primary key,
  happened_at timestamptz not null,
  -- Null for what nobody signed in did, and once the user is deleted; the name stays.
  actor_id bigint constraint audit_entries_actor_fk references users on delete set null,
  actor_name text not null,
  action text not null,
  object_type text not null,
  object_id bigint not null,
  -- No reference: the event's history is read when the event is gone, too.
  event_id bigint,
  details jsonb not null default '{}',
  constraint audit_entries_details_small check (length(details::text) <= 2000)
);

create index audit_entries_actor_idx on audit_entries (actor_id) where actor_id is not null;

-- What the provider says became of the money: refunds that succeeded, and what disputes hold back or have taken.
alter table payments add column amount_refunded_pence integer not null default 0;

alter table payments add column amount_disputed_pence integer not null default 0;

update payments set amount_refunded_pence = amount_pence where status = 'refunded';

alter table payments
  add constraint payments_returned_within_amount check (
    amount_refunded_pence >= 0 and amount_disputed_pence >= 0
    and amount_refunded_pence + amount_disputed_pence <= amount_pence
  );

-- Since when the buyer's bank has asked for the money back; empty again once that was decided for the seller.
alter table payments add column disputed_at timestamptz;

-- Counts what was written down of the provider's word, so that an older word never overwrites a newer one.
alter table payments add column revision integer not null default 0;

alter table payments drop constraint payments_status_known;

alter table payments
  add constraint payments_status_known check (
    status in ('starting', 'open', 'paid', 'expired', 'refund_pending', 'refunded', 'charged_back')
  );

alter table payments drop constraint payments_paid_has_time;

alter table payments
  add constraint payments_paid_has_time check (
    status not in ('paid', 'refund_pending', 'refunded', 'charged_back') or paid_at is not null
  );

alter table payments
  add constraint payments_refunded_is_whole check (
    status <> 'refunded' or amount_refunded_pence = amount_pence
  );

-- What an event that is cancelled still has to end, whatever else it has sold and given back.
create index payments_live_of_event_idx on payments (event_id) where status in ('starting', 'open', 'paid');

-- The longest unchecked first: what was paid is held against the provider again and again.
create index payments_paid_to_check_idx on payments (coalesce(checked_at, paid_at)) where status = 'paid';

create index events_cancelled_idx on events (id) where status = 'cancelled';

alter table webhook_events add column attempts integer not null default 0;

-- The payment intent that the event is about, as the provider signed it.
alter table webhook_events add column payment_intent_id text;

create index webhook_events_received_idx on webhook_events (received_at desc, id);

create index webhook_events_waiting_idx on webhook_events (received_at desc, id) where processed_at is null;
