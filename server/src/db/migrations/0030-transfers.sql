-- Whether buyers can give their tickets to somebody else. Such a ticket gets new codes, which only its new holder sees.
alter table events add column allows_transfers boolean not null default true;

alter table tickets add column transferred_at timestamptz;

-- The codes that a ticket had before. The door refuses them and says why.
create table ticket_transfers (
  ticket_id bigint not null constraint ticket_transfers_ticket_fk references tickets on delete cascade,
  -- A ticket can be given to somebody else only once.
  constraint ticket_transfers_pkey primary key (ticket_id),
  old_ticket_code text not null constraint ticket_transfers_ticket_code_key unique,
  old_short_code text constraint ticket_transfers_short_code_key unique,
  idempotency_key text not null,
  body_hash bytea not null,
  transferred_at timestamptz not null
);
