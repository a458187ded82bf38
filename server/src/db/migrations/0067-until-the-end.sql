-- The team gives complimentary tickets until an event ends, so that it can admit people who arrive late. Sales still end
-- when the event starts. Giving also ignores the end of a ticket type's sales.
drop function take_places(bigint, bigint[], integer[], timestamptz, bigint);

-- Takes places at an event for one order, which the caller has locked or just made: `counts` holds how many of each
-- type in `types`. Also counts a use of the order's promo code, and the buyer's tickets. Does all of this or nothing.
-- Returns null after success, else the reason: `no_places`, `promo_code_used_up` or `too_many_for_buyer`. Locks promo
-- codes, types, buyer counts and the event in this order. `gives` says that the team gives the tickets away, which it may
-- do until the event ends.
create function take_places(
  at_event bigint, types bigint[], counts integer[], at timestamptz, for_order bigint, gives boolean
) returns text language plpgsql as $$
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
    where id = at_event and status = 'published' and at < case when gives then end_time else start_time end
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
create or replace function sell(wanted jsonb, at timestamptz) returns jsonb language plpgsql set enable_seqscan = off as $$
declare
  many integer := jsonb_array_length(wanted);
  results jsonb[] := array_fill(null::jsonb, array[many]);
  accepted integer[] := '{}';
  one jsonb;
  item jsonb;
  refusal jsonb;
  replaced_status text;
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
  paused_types boolean[];
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
  ended_ids bigint[];
  given_back record;
  buyer text;
  key text;
  holder text;
  event_at integer;
  code_at integer;
  type_at integer;
  count integer;
  -- Whether the team gives the tickets away, which it may do until the event ends.
  gives boolean;
  ignored text;
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
    -- Only now read the ticket types of the codes, because the team may have changed them while this function waited.
    codes := array(
      select terms || jsonb_build_object('types', coalesce(
          (select jsonb_agg(ticket_type_id order by ticket_type_id) from promo_code_types where promo_code_id = code_id),
          '[]'
        ))
      from unnest(code_ids, codes) with ordinality as locked (code_id, terms, place) order by place
    );
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
      array_agg(closed_by), array_agg(paused), array_agg(visibility = 'hidden'), array_agg(max_per_buyer)
    into type_ids, type_events, left_of, prices, closed_types, paused_types, hidden, limits
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
    -- The buyer may have paid for the replaced hold while this order waited. A second order would charge the buyer twice.
    -- The order is looked up by its id alone, because the plan is made while the table is empty.
    if one ->> 'replaces' is not null then
      select status into replaced_status from orders where id = (one ->> 'replaces')::bigint;
      if replaced_status = 'confirmed' then
        results[i] := jsonb_build_object('refused', 'order_not_held');
        continue;
      end if;
    end if;
    left_before := left_of;
    seats_before := seats_left;
    uses_before := uses_left;
    had_before := had;
    refusal := null;
    buyer := lower(one ->> 'buyer_email');
    holder := (one ->> 'event') || coalesce(':u' || (one ->> 'user_id'), ':d' || (one ->> 'device_hash'));
    count := jsonb_array_length(one -> 'tickets');
    gives := coalesce(one ->> 'channel' = 'complimentary', false);
    ignored := case when gives then 'sales_ended' else '' end;
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
    elsif closed_events[event_at] is not null and not (gives and closed_events[event_at] = 'event_started') then
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
      if gives and paused_types[type_at] then
        refusal := jsonb_build_object('refused', 'sales_paused');
      elsif type_at is null or type_events[type_at] <> event_ids[event_at] or closed_types[type_at] <> ignored then
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
    with ended as (
      update tickets set status = 'cancelled' where order_id = any (replaced) and status = 'held' returning id
    )
    select array_agg(id) into ended_ids from ended;
    perform release_places(ended_ids);
  end if;
  if accepted <> '{}' then
    made := write_orders(wanted, accepted, at);
  end if;
  -- Replacing a hold gives the buyer no new time.
  if replaced <> '{}' then
    update orders set held_since = coalesce(before.held_since, before.placed_at), more_time_at = before.more_time_at
      from unnest(accepted) place
      join orders before
        on before.id = (wanted -> (place - 1) ->> 'replaces')::bigint and before.id = any (replaced)
      where orders.id = (made -> (place::text) ->> 'sold')::bigint;
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

-- Finds the events that are running at a moment, however many are over or still to come.
create index events_listed_running_idx on events using gist (tstzrange(start_time, end_time))
  where status = 'published' and is_public;
