-- Each order of a list reads its page off an index, whatever lies in the table. The indexes of sorted lists end
-- with what lists are narrowed by, so that events that are past or of another category are passed over within
-- the index. What may be null needs an index for each direction: nulls come last and ties by id in both.
-- None of them holds seats_taken, so that taking a seat changes no index.
create index events_listed_by_category_idx on events (category_id, start_time, id)
  where status = 'published' and is_public;

create index events_listed_by_title_idx on events (lower(title), id, start_time, category_id)
  where status = 'published' and is_public;

create index events_listed_by_price_idx on events (price_pence, id, start_time, category_id)
  where status = 'published' and is_public;

create index events_listed_by_price_desc_idx
  on events (price_pence desc nulls last, id, start_time, category_id)
  where status = 'published' and is_public;

create index events_listed_by_location_idx on events (lower(location), id, start_time, category_id)
  where status = 'published' and is_public;

create index events_listed_by_location_desc_idx
  on events (lower(location) desc nulls last, id, start_time, category_id)
  where status = 'published' and is_public;

create index events_listed_by_capacity_idx on events (max_attendees, id, start_time, category_id)
  where status = 'published' and is_public;

create index events_listed_by_capacity_desc_idx
  on events (max_attendees desc nulls last, id, start_time, category_id)
  where status = 'published' and is_public;

create index events_team_by_start_idx on events (team_id, start_time, id);

drop index events_team_idx;

-- A seat is taken by writing its event's row anew. With room left for that on the row's own page, none of the
-- indexes is touched.
alter table events set (fillfactor = 80);

create index users_search_idx on users using gin (lower(username) gin_trgm_ops, lower(email) gin_trgm_ops);

create index teams_search_idx on teams using gin (lower(name) gin_trgm_ops);

create index events_drafts_idx on events (id) where status = 'draft';

-- Finds the administrators. Being small, it is also what counting all users reads.
create index users_site_admin_idx on users (is_site_admin);
