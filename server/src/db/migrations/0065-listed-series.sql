-- Counting the listed events with one event per series reads only this index. Without the series in it, the count read
-- every event and looked up its series one by one.
drop index events_listed_by_start_idx;

create index events_listed_by_start_idx on events (start_time, id) include (series_id)
  where status = 'published' and is_public;
