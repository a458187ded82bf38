-- Sells orders, and gives back what ended tickets took: places, a use of the promo code, and the buyer's limit.
--
-- Whether the order counts as a use of its promo code now.
alter table orders add column uses_code boolean not null default false;

-- `sell` looks orders up by key alone or by device alone. PostgreSQL plans each look-up while the table is still empty,
-- and keeps the plan as the table grows. The plans can use no other indexes than these, so they stay fast.
alter table orders drop constraint orders_idempotency_key,
  add constraint orders_idempotency_key unique (idempotency_key, event_id);

drop index orders_one_hold_per_device;

create unique index orders_one_hold_per_device on orders (device_hash, event_id)
  where status = 'held' and user_id is null;

-- An account has one open hold for an event, whether the older API or `sell` made it.
drop index orders_one_hold_per_user;

create unique index orders_one_hold_per_user on orders (user_id, event_id) where status = 'held';

-- Keeps everybody else from opening a hold of this buyer for this event until the commit. Without this lock, the older
-- API, which writes its order first and locks the event last, and `sell`, which locks the event first, could wait for
-- each other. Take this lock before the orders of the buyer.
create function lock_hold(at_event bigint, buyer bigint) returns void language sql as $$
  select pg_advisory_xact_lock(hashtextextended('hold of ' || buyer || ' for ' || at_event, 0))
$$;

-- Locks the hold of a buyer. Returns the number and status of the buyer's active order that the older API did not make,
-- an unpaid one first, or null.
create function lock_buyer(at_event bigint, buyer bigint) returns jsonb language plpgsql
set enable_seqscan = off as $$
begin
  perform lock_hold(at_event, buyer);
  return (
    select jsonb_build_object('number', number, 'status', status) from orders
    where event_id = at_event and user_id = buyer and not is_single and status in ('held', 'confirmed')
    order by status = 'held' desc, id desc limit 1
  );
end
$$;

-- Counts the live tickets of each buyer when a ticket type gets a limit per buyer. Deletes the counts when the limit is
-- removed. The team has locked the type, and sales lock the type before its counts, so the two cannot deadlock.
create function recount_buyers() returns trigger language plpgsql as $$
begin
  delete from buyer_counts where ticket_type_id = new.id;
  if new.max_per_buyer is not null then
    insert into buyer_counts (ticket_type_id, buyer, tickets)
      select new.id, lower(orders.buyer_email), count(*)
      from tickets join orders on orders.id = tickets.order_id
      where tickets.ticket_type_id = new.id and tickets.status in ('held', 'valid', 'used')
        and orders.buyer_email is not null
      group by lower(orders.buyer_email);
  end if;
  return null;
end
$$;

create trigger ticket_types_recount_buyers after update of max_per_buyer on ticket_types
  for each row when ((old.max_per_buyer is null) <> (new.max_per_buyer is null)) execute function recount_buyers();

-- Gives back an order's use of its promo code when the order is deleted with its event or its buyer.
create function return_code_use() returns trigger language plpgsql as $$
begin
  update promo_codes set uses = uses - 1 where id = old.promo_code_id;
  update promo_code_buyers set uses = uses - 1
    where promo_code_id = old.promo_code_id and buyer = lower(old.buyer_email);
  return null;
end
$$;

create trigger orders_return_code_use after delete on orders
  for each row when (old.uses_code) execute function return_code_use();

-- Gives back what each ticket in `ended` took: its place, its buyer's limit, and the use of a promo code if no ticket
-- of its order is live any more. Locks orders, promo codes, types, buyer counts and events, each by id, so that two
-- callers cannot deadlock. The caller has changed the status of the tickets.
create or replace function release_places(ended bigint[]) returns void language plpgsql as $$
declare
  free_codes jsonb;
begin
  perform from orders where uses_code and id in (select order_id from tickets where id = any (ended))
    order by id for no key update;
  if found then
    with freed as (
      update orders set uses_code = false
      where uses_code and id in (select order_id from tickets where id = any (ended))
        and not exists (
          select from tickets where tickets.order_id = orders.id and tickets.status in ('held', 'valid', 'used')
        )
      returning promo_code_id as code, lower(buyer_email) as buyer
    )
    select jsonb_agg(freed) into free_codes from freed;
    perform from promo_codes
      where id in (select code from jsonb_to_recordset(free_codes) as freed (code bigint))
      order by id for no key update;
    update promo_codes set uses = uses - freed.count
      from (
        select code, count(*)::integer as count from jsonb_to_recordset(free_codes) as freed (code bigint) group by code
      ) freed
      where promo_codes.id = freed.code;
    perform from promo_code_buyers
      where (promo_code_id, buyer) in (
        select code, buyer from jsonb_to_recordset(free_codes) as freed (code bigint, buyer text)
      )
      order by promo_code_id, buyer for no key update;
    update promo_code_buyers set uses = uses - freed.count
      from (
        select code, buyer, count(*)::integer as count
        from jsonb_to_recordset(free_codes) as freed (code bigint, buyer text) group by code, buyer
      ) freed
      where promo_code_buyers.promo_code_id = freed.code and promo_code_buyers.buyer = freed.buyer;
  end if;
  perform from ticket_types where id in (select ticket_type_id from tickets where id = any (ended))
    order by id for no key update;
  -- Check the limits only now, because a limit that was set while this function waited has counted these tickets.
  perform from ticket_types
    where id in (select ticket_type_id from tickets where id = any (ended)) and max_per_buyer is not null limit 1;
  if found then
    update buyer_counts set tickets = buyer_counts.tickets - given_back.count
      from (
        select tickets.ticket_type_id, lower(orders.buyer_email) as buyer, count(*)::integer as count
        from tickets
        join orders on orders.id = tickets.order_id
        join ticket_types limited on limited.id = tickets.ticket_type_id and limited.max_per_buyer is not null
        where tickets.id = any (ended) group by 1, 2
      ) given_back
      where buyer_counts.ticket_type_id = given_back.ticket_type_id and buyer_counts.buyer = given_back.buyer;
  end if;
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

drop function take_places(bigint, bigint[], integer[], timestamptz);

-- Takes places at an event for one order, which the caller has locked or just made: `counts` holds how many of each
-- type in `types`. Also counts a use of the order's promo code, and the buyer's tickets. Does all of this or nothing.
-- Returns null after success, else the reason: `no_places`, `promo_code_used_up` or `too_many_for_buyer`. Locks promo
-- codes, types, buyer counts and the event in this order.
create function take_places(at_event bigint, types bigint[], counts integer[], at timestamptz, for_order bigint)
returns text language plpgsql as $$
declare
  wanted integer := (select sum(count) from unnest(counts) count);
  bought_by record;
  code_id bigint;
  is_left boolean;
  most_uses integer;
  enough boolean;
begin
  select promo_code_id, uses_code, lower(buyer_email) as email into bought_by from orders where id = for_order;
  if bought_by.promo_code_id is not null and not bought_by.uses_code and bought_by.email is not null then
    select id, uses < coalesce(max_uses, 2147483647), max_per_buyer into code_id, is_left, most_uses
      from promo_codes where id = bought_by.promo_code_id for no key update;
    insert into promo_code_buyers (promo_code_id, buyer, uses)
      select code_id, bought_by.email, 0 where most_uses is not null
      on conflict do nothing;
    perform from promo_code_buyers
      where promo_code_id = code_id and buyer = bought_by.email and uses >= most_uses for no key update;
    if found or not is_left then
      return 'promo_code_used_up';
    end if;
  end if;
  perform from ticket_types where id = any (types) order by id for no key update;
  -- Only now read the limits, because the team may have set one while this function waited for the ticket types.
  insert into buyer_counts (ticket_type_id, buyer, tickets)
    select id, bought_by.email, 0 from ticket_types
    where id = any (types) and max_per_buyer is not null and bought_by.email is not null order by id
    on conflict do nothing;
  perform from buyer_counts where ticket_type_id = any (types) and buyer = bought_by.email
    order by ticket_type_id for no key update;
  select every(ticket_types.sold + asked.count <= coalesce(ticket_types.quantity, 2147483647))
      and count(*) = cardinality(types)
    into enough
    from ticket_types join unnest(types, counts) as asked (type_id, count) on asked.type_id = ticket_types.id
    where ticket_types.event_id = at_event;
  if not enough then
    return 'no_places';
  end if;
  perform from buyer_counts
    join ticket_types on ticket_types.id = buyer_counts.ticket_type_id
    join unnest(types, counts) as asked (type_id, count) on asked.type_id = ticket_types.id
    where buyer_counts.buyer = bought_by.email and buyer_counts.tickets + asked.count > ticket_types.max_per_buyer;
  if found then
    return 'too_many_for_buyer';
  end if;
  update events set seats_taken = seats_taken + wanted
    where id = at_event and status = 'published' and start_time > at
      and seats_taken + wanted <= coalesce(max_attendees, 2147483647);
  if not found then
    return 'no_places';
  end if;
  update ticket_types set sold = sold + asked.count
    from unnest(types, counts) as asked (type_id, count)
    where ticket_types.id = asked.type_id;
  update buyer_counts set tickets = tickets + asked.count
    from unnest(types, counts) as asked (type_id, count)
    where buyer_counts.ticket_type_id = asked.type_id and buyer_counts.buyer = bought_by.email;
  if code_id is not null then
    update orders set uses_code = true where id = for_order;
    update promo_codes set uses = uses + 1 where id = code_id;
    update promo_code_buyers set uses = uses + 1 where promo_code_id = code_id and buyer = bought_by.email;
  end if;
  return null;
end
$$;

-- Sells the orders in `wanted`, one after the other, for one event or several. Each is sold whole or refused. Returns
-- one object per order:
--   {"sold": id, "tickets": [ids]}        the order was made
--   {"known": id, "same": true}           an order with this idempotency key exists, with the same body or another one
--   {"refused": code, "left": 2, "type": id, "open": number}
--                                         nothing was sold; `left` places are left of `type`, or of the event
-- The caller computes the prices. An order is refused with `stale` if the ticket types or the code have changed since.
-- Takes locks in the order of ARCHITECTURE.md, so that two calls for the same events cannot deadlock: the holds of
-- accounts, replaced holds, their tickets, promo codes, ticket types, buyer counts, events, each by id. A statement
-- sees all that was committed before it, so a check after a lock reads the latest rows. The loop counts in variables;
-- rows are written after it.
--
-- The foreign keys of a new order lock its team, user and event against deletion. `sell` takes these locks early, so
-- that it never waits for a deletion that itself waits for the ticket types or the event.
create function sell(wanted jsonb, at timestamptz) returns jsonb language plpgsql set enable_seqscan = off as $$
declare
  many integer := jsonb_array_length(wanted);
  results jsonb[] := array_fill(null::jsonb, array[many]);
  accepted integer[] := '{}';
  one jsonb;
  item jsonb;
  refusal jsonb;
  asked_events bigint[] := array(
    select distinct (asked ->> 'event')::bigint from jsonb_array_elements(wanted) asked
  );
  -- The locked events, one per index: the seats left, why nothing is sold, and whether everybody may see the event.
  event_ids bigint[];
  closed_events text[];
  visible_events boolean[];
  seats_left bigint[];
  seats_before bigint[];
  -- Orders with the same idempotency keys, by event and key. Open holds, by event and user or device.
  known jsonb;
  open_holds jsonb;
  -- The locked ticket types, one per index: the tickets left, and the values that an order must match.
  type_ids bigint[];
  type_events bigint[];
  left_of bigint[];
  left_before bigint[];
  prices integer[];
  closed_types text[];
  hidden boolean[];
  limits integer[];
  -- The locked promo codes, one per index.
  code_ids bigint[];
  codes jsonb[];
  uses_left bigint[];
  uses_before bigint[];
  -- The tickets of each buyer by type (`t7:mara@example.org`), and the uses of each code (`c7:mara@example.org`).
  had jsonb := '{}';
  had_before jsonb;
  held_ids bigint[] := '{}';
  has_users boolean := wanted @? '$[*].user_id ? (@ != null)';
  replaced bigint[] := '{}';
  given_back record;
  buyer text;
  key text;
  holder text;
  event_at integer;
  code_at integer;
  type_at integer;
  count integer;
  name text;
  made jsonb;
begin
  if has_users then
    perform lock_hold(event_id, user_id)
      from (
        select distinct (asked ->> 'event')::bigint as event_id, (asked ->> 'user_id')::bigint as user_id
        from jsonb_array_elements(wanted) asked
        where asked ->> 'user_id' is not null and asked ->> 'hold_until' is not null order by 1, 2
      ) held;
  end if;
  -- The deletion of a team locks the team first, and then the orders that the team sold.
  perform from teams where id in (select team_id from events where id = any (asked_events)) order by id for key share;
  if wanted @? '$[*].replaces ? (@ != null)' then
    held_ids := array(
      select id from orders
      where (id, event_id) in (
        select (asked ->> 'replaces')::bigint, (asked ->> 'event')::bigint from jsonb_array_elements(wanted) asked
      ) and status = 'held'
      order by id for update
    );
    perform from tickets where order_id = any (held_ids) order by id for update;
  end if;
  -- The deletion of an account locks the orders of the account first, and then the account.
  if has_users then
    perform from users
      where id in (select (asked ->> 'user_id')::bigint from jsonb_array_elements(wanted) asked)
      order by id for key share;
  end if;
  -- The deletion of an event locks its orders first, and then the event.
  perform from events where id = any (asked_events) order by id for key share;
  if held_ids <> '{}' or wanted @? '$[*].promo_code_id ? (@ != null)' then
    select array_agg(id), array_agg(coalesce(max_uses, 2147483647) - uses), array_agg(terms)
      into code_ids, uses_left, codes
      from (
        select id, max_uses, uses, jsonb_build_object(
            'kind', kind, 'percent', percent, 'amount', amount_pence, 'most', max_per_buyer,
            'ended', ended_at is not null or coalesce(starts_at > at, false) or coalesce(ends_at <= at, false)
          ) as terms
        from promo_codes
        where id in (
          select (asked ->> 'promo_code_id')::bigint from jsonb_array_elements(wanted) asked
          union select promo_code_id from orders where id = any (held_ids)
        )
        order by id for no key update
      ) locked;
  end if;
  if code_ids is not null then
    insert into promo_code_buyers (promo_code_id, buyer, uses)
      select distinct promo_codes.id, lower(asked ->> 'buyer_email'), 0
      from jsonb_array_elements(wanted) asked join promo_codes on promo_codes.id = (asked ->> 'promo_code_id')::bigint
      where max_per_buyer is not null
      order by 1, 2
      on conflict do nothing;
    select had || coalesce(jsonb_object_agg('c' || promo_code_id || ':' || locked.buyer, uses), '{}') into had
      from (
        select * from promo_code_buyers
        where promo_code_id = any (code_ids) and promo_code_buyers.buyer in (
          select lower(asked ->> 'buyer_email') from jsonb_array_elements(wanted) asked
          union select lower(buyer_email) from orders where id = any (held_ids)
        )
        order by promo_code_id, buyer for no key update
      ) locked;
  end if;
  select array_agg(id), array_agg(event_id), array_agg(coalesce(quantity, 2147483647) - sold), array_agg(price_pence),
      array_agg(closed_by), array_agg(visibility = 'hidden'), array_agg(max_per_buyer)
    into type_ids, type_events, left_of, prices, closed_types, hidden, limits
    from (
      select *, case
          when archived_at is not null then 'ticket_type_not_found'
          when sales_end <= at then 'sales_ended'
          when paused then 'sales_paused'
          when sales_start > at then 'sales_not_started'
        end as closed_by
      from ticket_types
      where event_id = any (asked_events) and (
        id in (
          select (items ->> 'type')::bigint
          from jsonb_array_elements(wanted) asked, jsonb_array_elements(asked -> 'items') items
        )
        or id in (select ticket_type_id from tickets where order_id = any (held_ids))
      )
      order by id for no key update
    ) locked;
  if array_remove(limits, null) <> '{}' then
    insert into buyer_counts (ticket_type_id, buyer, tickets)
      select distinct limited.id, lower(asked ->> 'buyer_email'), 0
      from jsonb_array_elements(wanted) asked, jsonb_array_elements(asked -> 'items') items
      join ticket_types limited on limited.id = (items ->> 'type')::bigint and limited.max_per_buyer is not null
      where limited.id = any (type_ids)
      order by 1, 2
      on conflict do nothing;
    select had || coalesce(jsonb_object_agg('t' || ticket_type_id || ':' || locked.buyer, tickets), '{}') into had
      from (
        select * from buyer_counts
        where (ticket_type_id, buyer_counts.buyer) in (
          select (items ->> 'type')::bigint, lower(asked ->> 'buyer_email')
          from jsonb_array_elements(wanted) asked, jsonb_array_elements(asked -> 'items') items
          union
          select tickets.ticket_type_id, lower(orders.buyer_email)
          from orders join tickets on tickets.order_id = orders.id where orders.id = any (held_ids)
        )
        order by ticket_type_id, buyer for no key update
      ) locked;
  end if;
  select array_agg(id), array_agg(coalesce(max_attendees, 2147483647) - seats_taken), array_agg(closed_by),
      array_agg(is_public and status <> 'draft')
    into event_ids, seats_left, closed_events, visible_events
    from (
      select *, case
          when status <> 'published' then 'event_not_published'
          when end_time <= at then 'event_ended'
          when start_time <= at then 'event_started'
        end as closed_by
      from events where id = any (asked_events) order by id for no key update
    ) locked;
  -- `offset 0` and `enable_seqscan = off` make PostgreSQL look each order up by an index, although it plans this query
  -- while the table is still small. Orders of other events are found too, but have other keys in `known`.
  select coalesce(
      jsonb_object_agg(
        event_id || ':' || idempotency_key, jsonb_build_object('id', id, 'hash', encode(body_hash, 'hex'))
      ), '{}'
    )
    into known
    from jsonb_array_elements(wanted) asked cross join lateral (
      select id, event_id, idempotency_key, body_hash from orders where idempotency_key = asked ->> 'key' offset 0
    ) made_before;
  open_holds := '{}';
  if has_users then
    select coalesce(
        jsonb_object_agg(event_id || ':u' || user_id, jsonb_build_object('id', id, 'number', number)), '{}'
      )
      into open_holds
      from jsonb_array_elements(wanted) asked cross join lateral (
        select id, number, event_id, user_id from orders
        where user_id = (asked ->> 'user_id')::bigint and status = 'held' offset 0
      ) held;
  end if;
  if wanted @? '$[*].device_hash ? (@ != null)' then
    select open_holds || coalesce(
        jsonb_object_agg(
          event_id || ':d' || encode(device_hash, 'hex'), jsonb_build_object('id', id, 'number', number)
        ), '{}'
      )
      into open_holds
      from jsonb_array_elements(wanted) asked cross join lateral (
        select id, number, event_id, device_hash from orders
        where device_hash = decode(asked ->> 'device_hash', 'hex') and user_id is null and status = 'held' offset 0
      ) held;
  end if;
  for i in 1 .. many loop
    one := wanted -> (i - 1);
    key := (one ->> 'event') || ':' || (one ->> 'key');
    if known ? key then
      results[i] := jsonb_build_object('known', known -> key -> 'id',
        'same', known -> key ->> 'hash' = one ->> 'body_hash');
      continue;
    end if;
    event_at := array_position(event_ids, (one ->> 'event')::bigint);
    if event_at is null then
      results[i] := jsonb_build_object('refused', 'event_not_found');
      continue;
    end if;
    left_before := left_of;
    seats_before := seats_left;
    uses_before := uses_left;
    had_before := had;
    refusal := null;
    buyer := lower(one ->> 'buyer_email');
    holder := (one ->> 'event') || coalesce(':u' || (one ->> 'user_id'), ':d' || (one ->> 'device_hash'));
    count := jsonb_array_length(one -> 'tickets');
    if (one ->> 'replaces')::bigint = any (held_ids) then
      for given_back in
        select ticket_type_id as type, count(*)::integer as tickets, lower(orders.buyer_email) as email
        from tickets join orders on orders.id = tickets.order_id
        where orders.id = (one ->> 'replaces')::bigint and tickets.status = 'held' group by 1, 3
      loop
        type_at := array_position(type_ids, given_back.type);
        left_of[type_at] := left_of[type_at] + given_back.tickets;
        seats_left[event_at] := seats_left[event_at] + given_back.tickets;
        name := 't' || given_back.type || ':' || given_back.email;
        if had ? name then
          had := jsonb_set(had, array[name], to_jsonb((had ->> name)::integer - given_back.tickets));
        end if;
      end loop;
      for given_back in
        select promo_code_id as code, lower(buyer_email) as email from orders
        where id = (one ->> 'replaces')::bigint and uses_code
      loop
        code_at := array_position(code_ids, given_back.code);
        uses_left[code_at] := uses_left[code_at] + 1;
        name := 'c' || given_back.code || ':' || given_back.email;
        if had ? name then
          had := jsonb_set(had, array[name], to_jsonb((had ->> name)::integer - 1));
        end if;
      end loop;
    end if;
    code_at := array_position(code_ids, (one ->> 'promo_code_id')::bigint);
    if (one ->> 'needs_public')::boolean and not visible_events[event_at] then
      refusal := jsonb_build_object('refused', 'stale');
    elsif closed_events[event_at] is not null then
      refusal := jsonb_build_object('refused', closed_events[event_at]);
    elsif open_holds ? holder and (open_holds -> holder -> 'id') is distinct from (one -> 'replaces') then
      refusal := jsonb_build_object('refused', 'order_open', 'open', open_holds -> holder -> 'number');
    elsif one ->> 'promo_code_id' is not null and code_at is null then
      refusal := jsonb_build_object('refused', 'stale');
    elsif code_at is not null then
      name := 'c' || (one ->> 'promo_code_id') || ':' || buyer;
      if (codes[code_at] ->> 'ended')::boolean then
        refusal := jsonb_build_object('refused', 'promo_code_ended');
      elsif uses_left[code_at] < 1 or (had ->> name)::integer >= (codes[code_at] ->> 'most')::integer then
        refusal := jsonb_build_object('refused', 'promo_code_used_up');
      elsif one -> 'promo_terms' is distinct from codes[code_at] - 'most' - 'ended' then
        refusal := jsonb_build_object('refused', 'stale');
      else
        uses_left[code_at] := uses_left[code_at] - 1;
        if had ? name then
          had := jsonb_set(had, array[name], to_jsonb((had ->> name)::integer + 1));
        end if;
      end if;
    end if;
    for item in select value from jsonb_array_elements(one -> 'items') loop
      exit when refusal is not null;
      type_at := array_position(type_ids, (item ->> 'type')::bigint);
      name := 't' || (item ->> 'type') || ':' || buyer;
      if type_at is null or type_events[type_at] <> event_ids[event_at] or closed_types[type_at] is not null then
        refusal := jsonb_build_object('refused', coalesce(closed_types[type_at], 'ticket_type_not_found'));
      elsif hidden[type_at] and not (item ->> 'is_unlocked')::boolean then
        refusal := jsonb_build_object('refused', 'ticket_type_not_found');
      elsif (item ->> 'price')::integer <> prices[type_at] then
        refusal := jsonb_build_object('refused', 'stale');
      elsif left_of[type_at] < (item ->> 'count')::integer and seats_left[event_at] > 0 then
        refusal := jsonb_build_object(
          'refused', 'not_enough_left', 'left', least(left_of[type_at], seats_left[event_at])
        );
      elsif seats_left[event_at] < count then
        refusal := case
          when seats_left[event_at] <= 0 then jsonb_build_object('refused', 'event_sold_out')
          else jsonb_build_object('refused', 'not_enough_left', 'left', seats_left[event_at])
        end;
      elsif (had ->> name)::integer + (item ->> 'count')::integer > limits[type_at] then
        refusal := jsonb_build_object(
          'refused', 'too_many_for_buyer', 'left', greatest(limits[type_at] - (had ->> name)::integer, 0)
        );
      else
        left_of[type_at] := left_of[type_at] - (item ->> 'count')::integer;
        if limits[type_at] is not null then
          had := jsonb_set(had, array[name], to_jsonb((had ->> name)::integer + (item ->> 'count')::integer));
        end if;
      end if;
      if refusal is not null then
        refusal := refusal || jsonb_build_object('type', item -> 'type');
      end if;
    end loop;
    if refusal is not null then
      results[i] := refusal;
      left_of := left_before;
      seats_left := seats_before;
      uses_left := uses_before;
      had := had_before;
      continue;
    end if;
    accepted := accepted || i;
    seats_left[event_at] := seats_left[event_at] - count;
    known := known || jsonb_build_object(key, jsonb_build_object('id', 0, 'hash', ''));
    if (one ->> 'replaces')::bigint = any (held_ids) then
      replaced := replaced || (one ->> 'replaces')::bigint;
      held_ids := array_remove(held_ids, (one ->> 'replaces')::bigint);
      open_holds := open_holds - holder;
    end if;
    if one ->> 'hold_until' is not null and holder is not null then
      open_holds := open_holds || jsonb_build_object(holder, jsonb_build_object('number', one -> 'number'));
    end if;
  end loop;
  if replaced <> '{}' then
    update orders set status = 'cancelled', hold_expires_at = null where id = any (replaced);
    update tickets set status = 'cancelled' where order_id = any (replaced) and status = 'held';
    perform release_places(array(select id from tickets where order_id = any (replaced) and status = 'cancelled'));
  end if;
  if accepted <> '{}' then
    made := write_orders(wanted, accepted, at);
  end if;
  for i in 1 .. many loop
    if results[i] is null then
      results[i] := made -> (i::text);
    elsif (results[i] ->> 'known')::bigint = 0 then
      -- An earlier order of this call has the same key.
      select jsonb_build_object('known', id, 'same', encode(body_hash, 'hex') = wanted -> (i - 1) ->> 'body_hash')
        into item
        from orders
        where event_id = (wanted -> (i - 1) ->> 'event')::bigint and idempotency_key = wanted -> (i - 1) ->> 'key';
      results[i] := item;
    end if;
  end loop;
  return to_jsonb(results);
end
$$;

-- Writes the orders of `wanted` whose indexes are in `accepted`, with their tickets, and changes each counter once.
-- Returns the answer of `sell` for each index. `sell` has checked everything and holds all locks.
create function write_orders(wanted jsonb, accepted integer[], at timestamptz) returns jsonb language plpgsql
set enable_seqscan = off as $$
declare
  made jsonb;
begin
  with asked as materialized (
    select place, events.team_id, events.refund_days, one.*
    from unnest(accepted) place, jsonb_to_record(wanted -> (place - 1)) as one (
      event bigint, number text, user_id bigint, buyer_name text, buyer_email text, device_hash text, made_by bigint,
      key text, body_hash text, key_salt uuid, hold_until timestamptz, promo_code_id bigint, subtotal integer,
      discount integer, channel text, locale text, tickets jsonb
    ) join events on events.id = one.event
  ), made_orders as (
    insert into orders (
      number, event_id, user_id, buyer_name, buyer_email, device_hash, status, placed_at, hold_expires_at,
      confirmed_at, made_by, promo_code_id, uses_code, subtotal_pence, discount_pence, total_pence, seller_team_id,
      channel, locale, refund_days, mail_due_at, key_salt, idempotency_key, body_hash
    )
    select number, event, user_id, buyer_name, buyer_email, decode(device_hash, 'hex'),
      case when hold_until is null then 'confirmed' else 'held' end, at, hold_until,
      case when hold_until is null then at end, made_by, promo_code_id, promo_code_id is not null, subtotal,
      discount, subtotal - discount, team_id, channel, locale, refund_days,
      case when hold_until is null then at end, key_salt, key, decode(body_hash, 'hex')
    from asked order by place
    returning id, number
  ), made_tickets as (
    insert into tickets (
      order_id, event_id, place, ticket_type_id, type_name, attendee_name, attendee_email, list_pence, discount_pence,
      price_pence, status, issued_at, ticket_code, short_code
    )
    select made_orders.id, asked.event, ticket.place, ticket.type, ticket.name, ticket.attendee_name,
      ticket.attendee_email, ticket.list, ticket.discount, ticket.list - ticket.discount,
      case when asked.hold_until is null then 'valid' else 'held' end,
      case when asked.hold_until is null then at end, ticket.code, ticket.short_code
    from asked join made_orders using (number), jsonb_to_recordset(asked.tickets) as ticket (
      place integer, type bigint, name text, attendee_name text, attendee_email text, list integer, discount integer,
      code text, short_code text
    )
    order by made_orders.id, ticket.place
    returning id, order_id, place
  ), answers as (
    select asked.place, made_orders.id, jsonb_agg(made_tickets.id order by made_tickets.place) as tickets
    from asked join made_orders using (number) join made_tickets on made_tickets.order_id = made_orders.id
    group by 1, 2
  )
  select jsonb_object_agg(place, jsonb_build_object('sold', id, 'tickets', tickets)) into made from answers;
  if wanted @? '$[*].promo_code_id ? (@ != null)' then
    update promo_codes set uses = uses + used.count
      from (
        select (wanted -> (place - 1) ->> 'promo_code_id')::bigint as code, count(*)::integer as count
        from unnest(accepted) place group by 1
      ) used
      where promo_codes.id = used.code;
    update promo_code_buyers set uses = uses + used.count
      from (
        select (wanted -> (place - 1) ->> 'promo_code_id')::bigint as code,
          lower(wanted -> (place - 1) ->> 'buyer_email') as email, count(*)::integer as count
        from unnest(accepted) place group by 1, 2
      ) used
      where promo_code_buyers.promo_code_id = used.code and promo_code_buyers.buyer = used.email;
  end if;
  perform from ticket_types
    where max_per_buyer is not null and event_id in (
      select (wanted -> (place - 1) ->> 'event')::bigint from unnest(accepted) place
    ) limit 1;
  if found then
    update buyer_counts set tickets = buyer_counts.tickets + bought.count
      from (
        select (items ->> 'type')::bigint as type, lower(wanted -> (place - 1) ->> 'buyer_email') as email,
          sum((items ->> 'count')::integer)::integer as count
        from unnest(accepted) place, jsonb_array_elements(wanted -> (place - 1) -> 'items') items group by 1, 2
      ) bought
      where buyer_counts.ticket_type_id = bought.type and buyer_counts.buyer = bought.email;
  end if;
  update ticket_types set sold = sold + bought.count
    from (
      select (items ->> 'type')::bigint as type, sum((items ->> 'count')::integer)::integer as count
      from unnest(accepted) place, jsonb_array_elements(wanted -> (place - 1) -> 'items') items group by 1
    ) bought
    where ticket_types.id = bought.type;
  update events set seats_taken = seats_taken + bought.count
    from (
      select (wanted -> (place - 1) ->> 'event')::bigint as event,
        sum(jsonb_array_length(wanted -> (place - 1) -> 'tickets'))::integer as count
      from unnest(accepted) place group by 1
    ) bought
    where events.id = bought.event;
  return made;
end
$$;
