-- 50,000 users, 5,000 teams, 100,000 events and 500,000 registrations, the same on each run.
-- The events span ten years, eight of them past. A few words, venues and events are far more popular than the rest.
-- Statements are separated by an empty line.
select setseed(0.5);

-- All references are valid by construction, so the foreign keys need no check, which saves time.
set session_replication_role = replica;

insert into users (username, email, password_hash, is_site_admin, created_at)
select 'person_' || n, 'person.' || n || '@' || (array['example.org', 'example.com', 'mail.example'])[1 + n % 3],
  'nobody logs in', n = 1, now() - interval '1 hour' * (50000 - n)
from generate_series(1, 50000) n;

insert into teams (name, description)
select 'Team ' || (array['Riverside', 'Northgate', 'Old Mill', 'Harbour', 'Lantern'])[1 + n % 5] || ' ' || n,
  'Evenings and afternoons for the neighbourhood.'
from generate_series(1, 5000) n;

insert into team_members (team_id, user_id, role)
select n, 1 + (n * 9 + place * 17) % 50000,
  (array['team_admin', 'event_manager', 'owner', 'organizer'])[1 + place]
from generate_series(1, 5000) n, generate_series(0, 2 + n % 2) place
on conflict do nothing;

-- The first event is very large, and the second user registers for very many events.
insert into registrations (event_id, user_id, status, registration_time)
select event_id, user_id,
  case when random() < 0.88 then 'registered' when random() < 0.8 then 'cancelled' else 'expired' end,
  now() - interval '1 minute' * (500000 - place)
from (
  select place,
    case when place % 60 = 0 then 1 else 1 + floor(100000 * power(random(), 1.7))::int end as event_id,
    case when place % 901 = 0 then 2 else 1 + floor(50000 * random())::int end as user_id
  from generate_series(1, 520000) place
) drawn
on conflict do nothing;

delete from registrations where id > (select id from registrations order by id limit 1 offset 499999);

create temp table words as
select word, row_number() over () as place
from unnest(string_to_array(
  'evening music workshop open bring learn friends small garden river kitchen paper light story market long table '
  'winter summer bread cinema history makers drawing photography guitar choir jazz brewery harbour science robots '
  'cycling running climbing poetry novel theatre comedy puppets pottery weaving knitting printing ceramics origami '
  'chess puzzles astronomy telescope planets birds beekeeping orchard cider cheese chocolate coffee noodles spices '
  'salsa tango ballet folk fiddle accordion orchestra quartet opera lighthouse ferry kayak swimming sauna yoga '
  'meditation breathing tailoring repair soldering welding carpentry timber stone brick mosaic mural graffiti ink '
  'calligraphy manuscripts archives maps walking forest fungi mosses pond insects geology fossils volcano glacier '
  'weather sailing knots rope signals radio podcast interview debate philosophy ethics law housing budget savings '
  'startup founders pitch design typography colour interfaces databases compilers networks security privacy '
  'accessibility testing statistics climate energy solar batteries bicycles trams trains bridges cranes', ' '
)) word;

create temp table venues as
select n as place,
  (array['The Old Brewery', 'Town Hall', 'Corn Exchange', 'Library', 'Boathouse', 'Community Kitchen'])[1 + n % 6]
  || ', ' || n || ' ' || (array['Mill Lane', 'High Street', 'Quay Road', 'Station Road', 'Chapel Hill'])[1 + n % 5]
  as name
from generate_series(1, 800) n;

create temp table texts as
select event.n,
  (select string_agg(word, ' ' order by drawn.place)
   from generate_series(1, 40) drawn(place)
   -- Without `drawn.place` in the condition, PostgreSQL would draw one word and use it for every place.
   cross join lateral (select 1 + floor(142 * power(random(), 2))::int as at where event.n + drawn.place > 0) pick
   join words on words.place = pick.at) as description,
  1 + floor(142 * power(random(), 2))::int as first_word,
  1 + floor(142 * power(random(), 2))::int as second_word,
  1 + floor(800 * power(random(), 2))::int as venue
from generate_series(1, 100000) event(n);

create temp table seats as
select event_id, count(*)::int as taken from registrations where status = 'registered' group by event_id;

insert into events (title, description, location, category_id, price_pence, start_time, end_time, max_attendees,
  seats_taken, status, is_public, private_key, event_type, team_id, created_by, search_text, created_at)
select title, description, location, 1 + n % 12,
  case when n % 10 < 4 then 0 when n % 10 = 4 then null else 300 + 50 * (n % 97) end,
  start_time, start_time + interval '2 hours',
  case when n % 5 = 0 then null else greatest(coalesce(taken, 0), 10 + 10 * (n % 40)) end,
  coalesce(taken, 0),
  case when n % 20 = 0 then 'draft' when n % 20 = 1 then 'cancelled' else 'published' end,
  n % 25 <> 2, case when n % 25 = 2 then 'large' || n end, 'other', 1 + n % 5000, 1 + (n % 5000) * 9,
  lower(title || E'\n' || location || E'\n' || description), start_time - interval '60 days'
from (
  select texts.n,
    initcap(a.word || ' and ' || b.word) || case when texts.n % 8000 = 7 then ' by zeppelin' else '' end as title,
    'The ' || texts.description || '.' as description,
    venues.name as location,
    date_trunc('hour', now()) - interval '8 years' + interval '1 minute' * floor(random() * 10 * 365 * 24 * 60)
      as start_time
  from texts
  join words a on a.place = first_word
  join words b on b.place = second_word
  join venues on venues.place = venue
  order by texts.n
) made
left join seats on seats.event_id = made.n;

analyze events, registrations;

insert into tickets (event_id, user_id, registration_id, ticket_code, paid, price_pence, status, issued_at, used_at)
select event_id, user_id, registrations.id, 'large' || md5(registrations.id::text), coalesce(price_pence, 0) > 0,
  coalesce(price_pence, 0), case when end_time < now() then 'used' else 'valid' end, registration_time,
  case when end_time < now() then end_time end
from registrations
join events on events.id = event_id
where registrations.status = 'registered'
order by registrations.id;

insert into payments (user_id, event_id, registration_id, ticket_id, provider_session_id, payment_intent_id,
  amount_pence, status, created_at, expires_at, paid_at)
select user_id, event_id, registration_id, id, 'cs_large_' || id, 'pi_large_' || id, price_pence, 'paid',
  issued_at, issued_at + interval '30 minutes', issued_at
from tickets
where paid
order by id;

drop table words, venues, texts, seats;

reset session_replication_role
