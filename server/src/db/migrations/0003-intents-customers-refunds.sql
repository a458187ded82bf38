-- A payment is made on the provider's page (a checkout session) or in a card form of the client's own (an intent).
alter table payments
  add column kind text not null default 'session'
    constraint payments_kind_known check (kind in ('session', 'intent'));

alter table payments
  add column refund_reason text
    constraint payments_refund_reason_known check (refund_reason in ('no_seat', 'requested', 'event_cancelled'));

-- Until now money went back only where it found no seat.
update payments set refund_reason = 'no_seat' where status in ('refund_pending', 'refunded');

alter table payments
  add constraint payments_refund_has_reason
    check (status not in ('refund_pending', 'refunded') or refund_reason is not null);

-- A ticket's money is given back by the one payment that bought it.
create unique index payments_ticket_key on payments (ticket_id) where ticket_id is not null;

-- Who the provider keeps cards for. The row is there before the provider is asked, and names its request.
create table payment_customers (
  user_id bigint constraint payment_customers_pkey primary key
    constraint payment_customers_user_fk references users on delete cascade,
  provider_key uuid not null default gen_random_uuid() constraint payment_customers_provider_key unique,
  -- What the provider was last told.
  email text not null,
  provider_customer_id text constraint payment_customers_customer_key unique
);

-- A ticket that is refunded after it was used keeps the time of its use.
alter table tickets drop constraint tickets_used_has_time;

alter table tickets add constraint tickets_used_has_time check (status <> 'used' or used_at is not null);
