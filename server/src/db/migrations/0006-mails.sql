-- One row for each fact that a mail tells somebody, such as 'ticket:12'.
create table sent_mails (
  fact text constraint sent_mails_pkey primary key,
  -- What mailboxes know the mail by: sent again after a crash, it is the same mail to them.
  message_id uuid not null default gen_random_uuid(),
  noted_at timestamptz not null,
  -- Whoever sends it has until then to say how that went.
  claimed_until timestamptz,
  sent_at timestamptz,
  -- Why the recipient's server will never take it.
  refusal text,
  constraint sent_mails_one_outcome check (sent_at is null or refusal is null)
);

create index sent_mails_noted_idx on sent_mails (noted_at);

-- Counts what changes an event's entry in people's calendars, which keep the entry with the highest count.
alter table events add column calendar_sequence integer not null default 0;

-- Who has yet to hear that an event is not what they were last told, and what that was. The registration is not
-- referred to: it would be locked after its event, and a sale locks them the other way round.
create table attendee_news (
  registration_id bigint constraint attendee_news_pkey primary key,
  event_id bigint not null constraint attendee_news_event_fk references events on delete cascade,
  sequence integer not null,
  told_start_time timestamptz not null,
  told_end_time timestamptz not null,
  told_location text,
  told_cancelled boolean not null,
  -- Null once there is a job that tells them.
  due_at timestamptz
);

create index attendee_news_event_idx on attendee_news (event_id);

create index attendee_news_due_idx on attendee_news (due_at, registration_id) where due_at is not null;

-- The hold, by its start, about whose end the user has been told.
alter table registrations add column warned_hold_of timestamptz;
