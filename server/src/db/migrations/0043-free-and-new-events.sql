-- The free events of a list, and the newest ones, are read off an index like every other order of a list.
create index events_listed_free_idx on events (start_time, id, category_id)
  where status = 'published' and is_public and coalesce(price_pence, 0) = 0;

create index events_listed_by_newest_idx on events (created_at desc, id, start_time, category_id)
  where status = 'published' and is_public;
