-- One event with 100,000 orders and 200,000 tickets. Every second ticket is for a guest of the buyer. At the end, events
-- of `large-data.sql` become series.
-- Statements are separated by an empty line.
insert into events (title, description, start_time, end_time, status, is_public, seats_taken, team_id, created_by,
  search_text, created_at)
values ('The largest festival', 'A weekend in the park.', now() + interval '300 days', now() + interval '302 days',
  'published', true, 0, 7, 1, 'the largest festival', now());

insert into ticket_types (event_id, name, price_pence, position)
select max(events.id), type.name, 0, type.position
from events, (values ('General admission', 0), ('Camping', 1), ('Press', 2)) as type (name, position)
group by type.name, type.position order by type.position;

insert into orders (event_id, number, buyer_name, buyer_email, status, placed_at, confirmed_at, channel)
select (select max(id) from events), 'LARGE' || lpad(n::text, 6, '0'),
  (array['Mara', 'Ivo', 'Jonas', 'Anna', 'Lena', 'Max', 'Emily', 'Jack', 'Isla', 'Noah'])[1 + n * 7 % 10]
    || ' ' || initcap(left(md5((n % 4000)::text), 6)),
  'buyer.' || n || '@' || (array['example.org', 'example.com', 'mail.example'])[1 + n % 3],
  case when n % 4000 = 0 then 'cancelled' when n % 50 = 1 then 'expired' else 'confirmed' end,
  now() - interval '1 minute' * (100000 - n), now() - interval '1 minute' * (100000 - n),
  case when n % 5000 = 7 then 'complimentary' else 'web' end
from generate_series(1, 100000) n order by n;

insert into tickets (event_id, order_id, place, ticket_type_id, type_name, attendee_name, price_pence, status,
  issued_at, ticket_code, short_code)
select orders.event_id, orders.id, place, types.id, types.name,
  case when place = 1 then orders.buyer_name else 'Guest ' || initcap(left(md5(orders.id::text), 7)) end, 0,
  case orders.status when 'confirmed' then 'valid' else orders.status end,
  issued.at, issued.code, case when issued.code is not null then make_code(10) end
from orders
cross join generate_series(1, 2) place
-- An expired order was never confirmed, so its tickets have no codes.
cross join lateral (
  select case when orders.status <> 'expired' then orders.placed_at end as at,
    case when orders.status <> 'expired' then 'large-event-' || orders.id || '-' || place end as code
) issued
join ticket_types types on types.event_id = orders.event_id
  and types.position = case when place = 1 then 0 when orders.id % 20000 = 3 then 2 else 1 end
where orders.event_id = (select max(id) from events)
order by orders.id, place;

update ticket_types set sold = counted.live
from (
  select ticket_type_id, count(*) as live from tickets
  where event_id = (select max(id) from events) and status in ('held', 'valid', 'used') group by ticket_type_id
) counted
where ticket_types.id = counted.ticket_type_id;

update events set seats_taken = (
  select sum(sold) from ticket_types where ticket_types.event_id = events.id
)
where id = (select max(id) from events);

-- Every second event is in a series of about 26 events that follow each other.
update events set series_id = grouped.series
from (
  select id, 1 + row_number() over (order by start_time, id) / 26 as series from events where id % 2 = 0
) grouped
where events.id = grouped.id
