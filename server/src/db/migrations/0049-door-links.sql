-- Lets volunteers check in tickets without an account. Only the hash of the key is stored.
create table door_links (
  id bigint generated always as identity constraint door_links_pkey primary key,
  event_id bigint not null constraint door_links_event_fk references events on delete cascade,
  name text not null constraint door_links_name_length check (length(name) between 1 and 40),
  key_hash bytea not null constraint door_links_hash_length check (length(key_hash) = 32),
  created_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz
);

create index door_links_event_idx on door_links (event_id);

-- The link through which volunteers checked the ticket in. `used_by` is null then.
alter table tickets add column used_link bigint constraint tickets_used_link_fk references door_links on delete set null;

create index tickets_used_link_idx on tickets (used_link) where used_link is not null;

-- What became of each scan at a door. A device that got no answer sends its scan again, and gets this answer. The event
-- has no foreign key, because a check-in locks its ticket alone.
create table door_scans (
  event_id bigint not null,
  id text not null,
  ticket_id bigint not null constraint door_scans_ticket_fk references tickets on delete cascade,
  outcome text not null constraint door_scans_outcome_known check (outcome in (
    'admitted', 'ticket_code_replaced', 'ticket_used', 'ticket_cancelled', 'ticket_refunded', 'event_cancelled',
    'event_ended', 'too_early'
  )),
  scanned_at timestamptz not null,
  received_at timestamptz not null,
  constraint door_scans_pkey primary key (event_id, id)
);

create index door_scans_ticket_idx on door_scans (ticket_id);

-- The name of the link for volunteers through which somebody acted. It stays when the link is gone.
alter table audit_entries add column link_name text;
