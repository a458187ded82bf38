-- Mails that may not be sent yet, each with the job that tries again. A migration that renames a job renames it here.
create table held_mails (
  fact text constraint held_mails_pkey primary key,
  job text not null,
  data jsonb not null,
  held_at timestamptz not null,
  -- The account whose address must be verified first: the recipient's or the sender's.
  waits_for_user_id bigint constraint held_mails_user_fk references users on delete cascade,
  -- The moment when a limit that was used up has uses left again.
  due_at timestamptz,
  constraint held_mails_one_wait check ((waits_for_user_id is null) <> (due_at is null))
);

create index held_mails_user_idx on held_mails (waits_for_user_id);

create index held_mails_due_idx on held_mails (due_at);

-- What the owner of an address does not want to get. Only a hash of the address is kept.
create table mail_stops (
  address_hash bytea not null,
  scope text not null constraint mail_stops_scope_known check (scope in ('all', 'team', 'event')),
  -- The id of the team or the event; 0 for all. Not a foreign key: a new team or event never gets an old id.
  object_id bigint not null,
  stopped_at timestamptz not null,
  constraint mail_stops_pkey primary key (address_hash, scope, object_id)
);

-- The account that made the registration for somebody else; null when the user made it. Mails about it are unasked.
-- Not a foreign key: if the account is deleted, the registration does not become the user's own.
alter table registrations add column made_by bigint;

-- The account that changed the event. Not a foreign key, for the same reason as above.
alter table attendee_news add column changed_by bigint;
