-- Administrators sort their tables by any column. Ties are by id in the same direction, so one index serves both.
create index users_by_created_idx on users (created_at, id);

create index users_by_role_idx on users (is_site_admin, id);

create index teams_by_created_idx on teams (created_at, id);

-- Only the beginning: a whole description may be longer than an index takes.
create index teams_by_description_idx on teams (left(lower(coalesce(description, '')), 100), id);

create index events_by_title_idx on events (lower(title), id);

create index events_by_start_idx on events (start_time, id);

create index events_by_status_idx on events (status, id);
