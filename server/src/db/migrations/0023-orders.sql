-- An event sells tickets of several types, and an order buys several tickets. Each registration becomes an order with
-- one ticket and keeps its id. Tickets and payments keep theirs.
--
-- A random code for people to read and type: no letter looks like a digit. Each character has five random bits.
create function make_code(length integer) returns text language sql volatile as $$
  select string_agg(
    substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (get_byte(random.bytes, place) & 31) + 1, 1), '' order by place
  )
  from (select sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())) as bytes) random,
    generate_series(0, length - 1) place
$$;

-- What a ticket's QR code holds: 144 random bits in base64url. A UUID has 122 random bits, so a hash mixes two of them.
create function make_ticket_code() returns text language sql volatile as $$
  select translate(
    encode(
      substring(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())) from 1 for 18),
      'base64'
    ),
    '+/', '-_'
  )
$$;

create table ticket_types (
  id bigint generated always as identity constraint ticket_types_pkey primary key,
  event_id bigint not null constraint ticket_types_event_fk references events on delete cascade,
  name text not null,
  description text,
  price_pence integer not null constraint ticket_types_price_not_negative check (price_pence >= 0),
  -- Null: only the capacity of the event limits it.
  quantity integer constraint ticket_types_quantity_positive check (quantity >= 1),
  sold integer not null default 0,
  sales_start timestamptz,
  -- Null: until the event starts.
  sales_end timestamptz,
  min_per_order integer not null default 1,
  max_per_order integer not null default 10,
  max_per_buyer integer constraint ticket_types_max_per_buyer_positive check (max_per_buyer >= 1),
  visibility text not null default 'public' constraint ticket_types_visibility_known
    check (visibility in ('public', 'hidden')),
  paused boolean not null default false,
  position integer not null default 0,
  archived_at timestamptz,
  created_at timestamptz not null default now(),
  constraint ticket_types_of_event unique (id, event_id),
  constraint ticket_types_sold_not_negative check (sold >= 0),
  constraint ticket_types_sold_within_quantity check (sold <= quantity),
  constraint ticket_types_sales_end_after_start check (sales_end > sales_start),
  constraint ticket_types_order_size check (1 <= min_per_order and min_per_order <= max_per_order)
);

create index ticket_types_event_idx on ticket_types (event_id, position, id);

insert into ticket_types (event_id, name, price_pence, sold)
select id, 'General admission', coalesce(price_pence, 0), seats_taken from events order by id;

alter table registrations rename to orders;

alter sequence registrations_id_seq rename to orders_id_seq;

alter table orders rename constraint registrations_pkey to orders_pkey;

alter table orders rename constraint registrations_event_fk to orders_event_fk;

alter table orders rename constraint registrations_user_fk to orders_user_fk;

alter table orders rename column registration_time to placed_at;

alter index registrations_user_idx rename to orders_user_idx;

alter index registrations_holds_idx rename to orders_holds_idx;

alter table orders
  drop constraint registrations_status_known,
  drop constraint registrations_hold_is_active,
  -- Null for a guest.
  alter column user_id drop not null,
  -- What people call the order by. Knowing it opens nothing.
  add column number text not null default make_code(10) constraint orders_number_key unique,
  -- Blank once the buyer's account is deleted.
  add column buyer_name text,
  add column buyer_email text,
  add column subtotal_pence integer not null default 0,
  add column discount_pence integer not null default 0,
  add column total_pence integer not null default 0,
  add column fee_pence integer not null default 0,
  add column currency text not null default 'gbp',
  add column confirmed_at timestamptz,
  -- The team that sold it. The event can move to another team later.
  add column seller_team_id bigint constraint orders_seller_team_fk references teams on delete set null,
  add column channel text not null default 'web' constraint orders_channel_known
    check (channel in ('web', 'older_api', 'organiser')),
  add column locale text not null default 'en-GB',
  -- Up to how many days before the start the buyer could get a refund when this was sold. Null: never.
  add column refund_days integer,
  -- When the mail with the tickets is due. Null: it was sent or handed to a job, or there is none.
  add column mail_due_at timestamptz,
  -- Part of the key that opens the order without an account. A new salt makes all earlier keys useless.
  add column key_salt uuid not null default gen_random_uuid(),
  -- Made by a call of the older API: one ticket, and one order per event and user.
  add column is_single boolean not null default false,
  add column idempotency_key text,
  add column body_hash bytea;

update orders set
  status = case
    when orders.status = 'registered' and hold_expires_at is not null then 'held'
    when orders.status = 'registered' then 'confirmed'
    else orders.status
  end,
  confirmed_at = case when orders.status = 'registered' and hold_expires_at is null then placed_at end,
  buyer_name = users.username,
  buyer_email = users.email,
  seller_team_id = events.team_id,
  channel = 'older_api',
  is_single = true
from users, events
where users.id = orders.user_id and events.id = orders.event_id;

alter table orders
  add constraint orders_status_known check (status in ('held', 'confirmed', 'expired', 'cancelled')),
  add constraint orders_hold_has_end check ((status = 'held') = (hold_expires_at is not null)),
  add constraint orders_money_adds_up check (
    subtotal_pence >= 0 and discount_pence >= 0 and total_pence = subtotal_pence - discount_pence and total_pence >= 0
  ),
  add constraint orders_of_event unique (id, event_id),
  add constraint orders_idempotency_key unique (event_id, idempotency_key),
  drop constraint registrations_once;

create unique index orders_single_key on orders (event_id, user_id) where is_single;

create index orders_event_idx on orders (event_id, id);

create index orders_buyer_email_idx on orders (lower(buyer_email));

create index orders_mail_due_idx on orders (mail_due_at) where mail_due_at is not null;

create index orders_seller_team_idx on orders (seller_team_id);

alter table tickets rename column registration_id to order_id;

alter table tickets rename constraint tickets_registration_fk to tickets_order_fk;

alter index tickets_registration_idx rename to tickets_order_idx;

drop index tickets_one_live_per_registration;

alter table tickets
  drop constraint tickets_status_known,
  drop constraint tickets_order_fk,
  drop constraint tickets_event_fk,
  -- The code in the ticket's QR code. Null until the order is confirmed.
  alter column ticket_code drop not null,
  alter column issued_at drop not null,
  -- Which place of the order the ticket is for. An order of the older API that becomes active again gets a new ticket
  -- for the same place.
  add column place integer not null default 1,
  add column ticket_type_id bigint,
  -- The name of the ticket type when the ticket was sold.
  add column type_name text,
  add column attendee_name text,
  -- Null: the buyer gets the ticket.
  add column attendee_email text,
  add column list_pence integer not null default 0,
  add column discount_pence integer not null default 0,
  add column tax_pence integer,
  add column payment_id bigint constraint tickets_payment_fk references payments on delete set null,
  -- For typing at the door when the QR code cannot be scanned.
  add column short_code text default make_code(10) constraint tickets_short_code_key unique;

update tickets set
  ticket_type_id = ticket_types.id,
  type_name = ticket_types.name,
  attendee_name = users.username,
  list_pence = tickets.price_pence,
  payment_id = payments.id
from ticket_types, users, tickets sold
left join payments on payments.ticket_id = sold.id
where sold.id = tickets.id and ticket_types.event_id = tickets.event_id and users.id = tickets.user_id;

-- A hold had no ticket so far.
insert into tickets (
  event_id, user_id, order_id, ticket_type_id, type_name, attendee_name, paid, list_pence, price_pence, status
)
select orders.event_id, orders.user_id, orders.id, ticket_types.id, ticket_types.name, orders.buyer_name, false,
  coalesce(payments.amount_pence, ticket_types.price_pence),
  coalesce(payments.amount_pence, ticket_types.price_pence),
  'held'
from orders
join ticket_types on ticket_types.event_id = orders.event_id
left join payments on payments.registration_id = orders.id and payments.status in ('starting', 'open')
where orders.status = 'held';

update tickets set short_code = null where status = 'held';

alter table tickets alter column short_code drop default;

update orders set subtotal_pence = last.price_pence, total_pence = last.price_pence
from (select distinct on (order_id) order_id, price_pence from tickets order by order_id, id desc) last
where last.order_id = orders.id;

drop index tickets_user_idx;

drop index tickets_event_idx;

alter table tickets
  drop column user_id,
  drop column paid,
  alter column ticket_type_id set not null,
  alter column type_name set not null,
  add constraint tickets_status_known
    check (status in ('held', 'valid', 'used', 'cancelled', 'refunded', 'expired')),
  add constraint tickets_live_has_code check (status not in ('valid', 'used') or ticket_code is not null),
  add constraint tickets_held_has_no_code check (status <> 'held' or ticket_code is null),
  add constraint tickets_price_adds_up check (
    price_pence = list_pence - discount_pence and discount_pence >= 0 and price_pence >= 0
  ),
  add constraint tickets_order_fk foreign key (order_id, event_id) references orders (id, event_id) on delete cascade,
  add constraint tickets_type_fk foreign key (ticket_type_id, event_id) references ticket_types (id, event_id);

-- A second live ticket for the same place would admit two people for one payment.
create unique index tickets_one_live_per_place on tickets (order_id, place) where status in ('held', 'valid', 'used');

create index tickets_event_idx on tickets (event_id, id);

create index tickets_type_idx on tickets (ticket_type_id);

create index tickets_payment_idx on tickets (payment_id) where payment_id is not null;

drop index payments_ticket_key;

alter table payments drop column ticket_id;

alter table payments rename column registration_id to order_id;

alter table payments rename constraint payments_registration_fk to payments_order_fk;

alter index payments_one_open_per_registration rename to payments_one_open_per_order;

alter index payments_registration_idx rename to payments_order_idx;

alter table attendee_news rename column registration_id to order_id;

-- How many days before its start buyers can still get their money back. Null: not by themselves.
alter table events add column refund_days integer
  constraint events_refund_days_not_negative check (refund_days >= 0);

-- Takes places at an event: `counts` holds how many of each type in `types`. Takes all of them or none, and returns
-- whether it took them. The order is locked before; here the types are locked by id, then the event.
create function take_places(at_event bigint, types bigint[], counts integer[], at timestamptz) returns boolean
language plpgsql as $$
declare
  wanted integer := (select sum(count) from unnest(counts) count);
  enough boolean;
begin
  perform from ticket_types where id = any (types) order by id for no key update;
  select every(ticket_types.sold + asked.count <= coalesce(ticket_types.quantity, 2147483647))
      and count(*) = cardinality(types)
    into enough
    from ticket_types join unnest(types, counts) as asked (type_id, count) on asked.type_id = ticket_types.id
    where ticket_types.event_id = at_event;
  if not enough then
    return false;
  end if;
  update events set seats_taken = seats_taken + wanted
    where id = at_event and status = 'published' and start_time > at
      and seats_taken + wanted <= coalesce(max_attendees, 2147483647);
  if not found then
    return false;
  end if;
  update ticket_types set sold = sold + asked.count
    from unnest(types, counts) as asked (type_id, count)
    where ticket_types.id = asked.type_id;
  return true;
end
$$;

-- Gives places back, one for each ticket in `ended`, whatever the state of their events. Locks the types and then the
-- events, each by id, so that two callers cannot deadlock.
create function release_places(ended bigint[]) returns void language plpgsql as $$
begin
  perform from ticket_types where id in (select ticket_type_id from tickets where id = any (ended))
    order by id for no key update;
  perform from events where id in (select event_id from tickets where id = any (ended))
    order by id for no key update;
  update ticket_types set sold = sold - given_back.count
    from (select ticket_type_id, count(*)::integer as count from tickets where id = any (ended) group by 1) given_back
    where ticket_types.id = given_back.ticket_type_id;
  update events set seats_taken = seats_taken - given_back.count
    from (select event_id, count(*)::integer as count from tickets where id = any (ended) group by 1) given_back
    where events.id = given_back.event_id;
end
$$;
