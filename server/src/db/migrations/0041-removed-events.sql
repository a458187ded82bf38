-- The numbers of deleted events that visitors could see, so that their addresses answer 410. Nothing else is kept.
create table removed_events (
  event_id bigint primary key
);
