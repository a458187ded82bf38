-- When everybody could first see an event: it was published and public. An event that was private first is new then.
-- `published_at` stays, because reminders are also for private events.
alter table events add column listed_at timestamptz;

update events set listed_at = published_at where is_public;

create or replace function note_publication() returns trigger language plpgsql as $$
begin
  new.published_at := coalesce(new.published_at, now());
  if new.is_public then
    new.listed_at := coalesce(new.listed_at, now());
  end if;
  return new;
end
$$;

drop trigger events_note_publication on events;

create trigger events_note_publication before insert or update of status, is_public on events
  for each row when (new.status = 'published') execute function note_publication();

drop index events_listed_by_publication_idx;

create index events_listed_by_listed_at_idx on events (listed_at desc, id, start_time, category_id)
  where status = 'published' and is_public;
