-- What an order is sold under: promo codes, and how much each buyer may have.
--
-- A code belongs to a team. It holds for all events of the team, or for one event.
create table promo_codes (
  id bigint generated always as identity constraint promo_codes_pkey primary key,
  team_id bigint constraint promo_codes_team_fk references teams on delete cascade,
  event_id bigint constraint promo_codes_event_fk references events on delete cascade,
  code text not null,
  kind text not null constraint promo_codes_kind_known check (kind in ('percent', 'amount', 'unlock')),
  percent integer constraint promo_codes_percent_sensible check (percent between 1 and 100),
  amount_pence integer constraint promo_codes_amount_positive check (amount_pence > 0),
  starts_at timestamptz,
  ends_at timestamptz,
  max_uses integer constraint promo_codes_max_uses_positive check (max_uses >= 1),
  max_per_buyer integer constraint promo_codes_max_per_buyer_positive check (max_per_buyer >= 1),
  uses integer not null default 0,
  -- When the team ended the code. It stays, because orders refer to it.
  ended_at timestamptz,
  created_at timestamptz not null default now(),
  constraint promo_codes_owner check (team_id is not null or event_id is not null),
  constraint promo_codes_one_value check (
    (percent is not null) = (kind = 'percent') and (amount_pence is not null) = (kind = 'amount')
  ),
  constraint promo_codes_uses_not_negative check (uses >= 0),
  constraint promo_codes_uses_within_limit check (uses <= max_uses)
);

create unique index promo_codes_event_key on promo_codes (event_id, upper(code)) where event_id is not null;

create unique index promo_codes_team_key on promo_codes (team_id, upper(code)) where event_id is null;

create index promo_codes_team_idx on promo_codes (team_id);

-- The ticket types that a code is for. Without a row, it is for all of them.
create table promo_code_types (
  promo_code_id bigint not null constraint promo_code_types_code_fk references promo_codes on delete cascade,
  ticket_type_id bigint not null constraint promo_code_types_type_fk references ticket_types on delete cascade,
  constraint promo_code_types_pkey primary key (promo_code_id, ticket_type_id)
);

create index promo_code_types_type_idx on promo_code_types (ticket_type_id);

-- How often each buyer used a code that has a limit per buyer. A buyer is a lower-cased email address.
create table promo_code_buyers (
  promo_code_id bigint not null constraint promo_code_buyers_code_fk references promo_codes on delete cascade,
  buyer text not null,
  uses integer not null constraint promo_code_buyers_uses_not_negative check (uses >= 0),
  constraint promo_code_buyers_pkey primary key (promo_code_id, buyer)
);

-- How many live tickets each buyer has of a ticket type that has a limit per buyer.
create table buyer_counts (
  ticket_type_id bigint not null constraint buyer_counts_type_fk references ticket_types on delete cascade,
  buyer text not null,
  tickets integer not null constraint buyer_counts_not_negative check (tickets >= 0),
  constraint buyer_counts_pkey primary key (ticket_type_id, buyer)
);

alter table orders
  add column promo_code_id bigint constraint orders_promo_code_fk references promo_codes on delete set null,
  -- A hash of the random id that a guest's browser keeps, so that it has one hold per event.
  add column device_hash bytea;

create index orders_promo_code_idx on orders (promo_code_id) where promo_code_id is not null;

create unique index orders_one_hold_per_user on orders (event_id, user_id) where status = 'held' and not is_single;

create unique index orders_one_hold_per_device on orders (event_id, device_hash)
  where status = 'held' and user_id is null;
