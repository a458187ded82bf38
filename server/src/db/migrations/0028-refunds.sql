-- Every refund has a row, also one that somebody made at the provider. A payment can have several refunds.
create table refunds (
  id bigint generated always as identity constraint refunds_pkey primary key,
  payment_id bigint not null constraint refunds_payment_fk references payments,
  -- Foyer sends this key with the refund, to find the refund at the provider if the answer is lost.
  provider_key uuid not null default gen_random_uuid() constraint refunds_provider_key unique,
  -- Null until the provider has accepted the refund.
  provider_refund_id text constraint refunds_provider_refund_key unique,
  amount_pence integer not null constraint refunds_amount_positive check (amount_pence > 0),
  reason text not null constraint refunds_reason_known check (reason in ('no_seat', 'requested', 'event_cancelled')),
  -- The organiser's text about the refund.
  note text,
  requested_by bigint constraint refunds_requested_by_fk references users on delete set null,
  -- Made at the provider, and not by Foyer.
  made_outside boolean not null default false,
  -- Whether the refunded tickets end.
  ends_tickets boolean not null,
  idempotency_key text,
  body_hash bytea,
  status text not null constraint refunds_status_known check (status in ('pending', 'succeeded', 'failed')),
  -- The number of failed tries. Each try has its own idempotency key at the provider.
  attempts integer not null default 0,
  created_at timestamptz not null,
  -- When the provider was first asked. Before Foyer asks a second time, it reads the provider's list of refunds.
  asked_at timestamptz,
  -- When the refund succeeded or failed.
  finished_at timestamptz,
  constraint refunds_idempotency_key unique (payment_id, idempotency_key),
  constraint refunds_finished_has_time check ((status = 'pending') = (finished_at is null))
);

create index refunds_payment_idx on refunds (payment_id, id);

create index refunds_pending_idx on refunds (payment_id) where status = 'pending';

create index refunds_requested_by_idx on refunds (requested_by) where requested_by is not null;

-- The tickets that a refund pays back, and how much of the refund each gets.
create table refund_tickets (
  refund_id bigint not null constraint refund_tickets_refund_fk references refunds on delete cascade,
  ticket_id bigint not null constraint refund_tickets_ticket_fk references tickets on delete cascade,
  amount_pence integer not null constraint refund_tickets_amount_not_negative check (amount_pence >= 0),
  constraint refund_tickets_pkey primary key (refund_id, ticket_id)
);

create index refund_tickets_ticket_idx on refund_tickets (ticket_id);

-- Partial refunds that somebody made at the provider. Foyer did not store their ids before. The next reconciliation of
-- the payment adds the ids.
insert into refunds (payment_id, amount_pence, reason, made_outside, ends_tickets, status, created_at, finished_at)
select id, amount_refunded_pence, 'requested', true, false, 'succeeded', paid_at, paid_at
from payments
where amount_refunded_pence > 0 and status <> 'refunded';

insert into refunds (
  payment_id, provider_refund_id, amount_pence, reason, requested_by, made_outside, ends_tickets, status, attempts,
  created_at, asked_at, finished_at
)
select payments.id, payments.refund_id,
  case payments.status
    when 'refunded' then payments.amount_pence
    else payments.amount_pence - payments.amount_refunded_pence
  end,
  payments.refund_reason, started.actor_id,
  started.object_id is null and payments.refund_reason = 'requested', true,
  case payments.status when 'refunded' then 'succeeded' else 'pending' end,
  payments.refund_attempts, coalesce(started.happened_at, payments.refunded_at, payments.paid_at), payments.paid_at,
  case payments.status when 'refunded' then coalesce(payments.refunded_at, payments.paid_at) end
from payments
left join (
  select distinct on (object_id) object_id, actor_id, happened_at from audit_entries
  where action = 'payment.refund_started' order by object_id, id desc
) started on started.object_id = payments.id
where payments.status in ('refund_pending', 'refunded');

insert into refund_tickets (refund_id, ticket_id, amount_pence)
select refunds.id, tickets.id, least(tickets.price_pence, refunds.amount_pence)
from refunds join tickets on tickets.payment_id = refunds.payment_id
where refunds.ends_tickets and tickets.status = 'refunded';

-- There was one mail per refunded payment. Now there is one mail per refund, so the stored keys get the refund's id.
update sent_mails set fact = 'refund:' || refunds.payment_id || ':' || refunds.id
from refunds
where refunds.ends_tickets and sent_mails.fact = 'refund:' || refunds.payment_id;

alter table payments
  drop constraint payments_refund_has_reason,
  drop column refund_id,
  drop column refund_reason,
  drop column refund_attempts,
  -- The provider's account that gets the money. Null: the account of the site.
  add column provider_account text,
  -- The sum of the pending and the succeeded refunds. Lock the payment before changing this sum.
  add column committed_refund_pence integer not null default 0;

update payments set committed_refund_pence = committed.pence
from (
  select payment_id, sum(amount_pence) as pence from refunds where status <> 'failed' group by payment_id
) committed
where committed.payment_id = payments.id;

-- A dispute can take more than is left after refunds, so disputes have no upper limit.
alter table payments
  drop constraint payments_returned_within_amount,
  add constraint payments_returned_within_amount check (
    amount_refunded_pence >= 0 and amount_refunded_pence <= committed_refund_pence and amount_disputed_pence >= 0
  ),
  add constraint payments_refunds_within_amount check (committed_refund_pence between 0 and amount_pence);
