-- When an event was first published, so that lists of new events do not count the time it was a draft. For events from
-- before, nobody wrote it down.
alter table events add column published_at timestamptz;

update events set published_at = created_at where status <> 'draft';

create function note_publication() returns trigger language plpgsql as $$
begin
  new.published_at := coalesce(new.published_at, now());
  return new;
end
$$;

create trigger events_note_publication before insert or update of status on events
  for each row when (new.status = 'published') execute function note_publication();

create index events_listed_by_publication_idx on events (published_at desc, id, start_time, category_id)
  where status = 'published' and is_public;

-- The money of a month is read without the payments and refunds of all years before it.
create index payments_paid_at_idx on payments (paid_at);

create index refunds_created_at_idx on refunds (created_at);
