-- True while an administrator has chosen the password. Its owner must choose another one before anything else.
alter table users add column must_change_password boolean not null default false;

alter table sessions
  -- The browser and system of the login, such as "Firefox on Windows". Null when the caller did not say.
  add column device text,
  add column last_used_at timestamptz not null default now(),
  -- When the user last typed the password in this session. Null for sessions from before.
  add column password_confirmed_at timestamptz;

-- A session expires 30 days after its last refresh.
update sessions set last_used_at = greatest(created_at, expires_at - interval '720 hours');

-- However often it is refreshed, a session ends 90 days after its login. The limit is in hours, because a day in
-- PostgreSQL may have 23 or 25.
update sessions set expires_at = least(expires_at, created_at + interval '2160 hours');

alter table sessions add constraint sessions_end_after_90_days
  check (expires_at <= created_at + interval '2160 hours');
