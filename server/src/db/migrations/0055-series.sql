-- Events that repeat: the id of the first one, which may have been deleted since. There is no foreign key, because the
-- others stay a series without it.
alter table events add column series_id bigint;

create index events_series_idx on events (series_id, start_time, id) where series_id is not null;

-- The events of a series share their picture, until one of them gets another.
create index events_shared_picture_idx on events (event_img_url) where series_id is not null;
