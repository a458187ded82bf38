-- Statements are separated by an empty line: the embedded database takes one at a time.
create extension if not exists pg_trgm;

-- For the job queue, which fills it: processes that start together on an empty database trip over making it.
create schema if not exists pgboss;

create table users (
  id bigint generated always as identity primary key,
  username text not null,
  email text not null,
  password_hash text not null,
  profile_image_url text,
  is_site_admin boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create unique index users_username_key on users (lower(username));

create unique index users_email_key on users (lower(email));

create table sessions (
  id uuid primary key,
  user_id bigint not null constraint sessions_user_fk references users on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null
);

create index sessions_user_idx on sessions (user_id);

create index sessions_expires_idx on sessions (expires_at);

-- A token whose successor was used is retired; seeing it again means that somebody copied it.
create table refresh_tokens (
  token_hash bytea primary key,
  session_id uuid not null constraint refresh_tokens_session_fk references sessions on delete cascade,
  parent_hash bytea,
  created_at timestamptz not null,
  retired_at timestamptz
);

create index refresh_tokens_session_idx on refresh_tokens (session_id);

create table login_failures (
  subject text primary key,
  failures integer not null,
  window_ends_at timestamptz not null
);

create table teams (
  id bigint generated always as identity primary key,
  name text not null,
  description text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create unique index teams_name_key on teams (lower(name));

create table team_members (
  id bigint generated always as identity primary key,
  team_id bigint not null constraint team_members_team_fk references teams on delete cascade,
  user_id bigint not null constraint team_members_user_fk references users on delete cascade,
  role text not null constraint team_members_role_known
    check (role in ('team_admin', 'event_manager', 'owner', 'organizer')),
  created_at timestamptz not null default now(),
  constraint team_members_once unique (team_id, user_id)
);

create index team_members_user_idx on team_members (user_id);

create table categories (
  id bigint generated always as identity primary key,
  name text not null
);

create unique index categories_name_key on categories (lower(name));

insert into categories (name) values
  ('Conference'), ('Workshop'), ('Meetup'), ('Tech'), ('Music'), ('Gaming'),
  ('Sports'), ('Art'), ('Food'), ('Business'), ('Health'), ('Education');

create table events (
  id bigint generated always as identity primary key,
  title text not null,
  description text,
  location text,
  category_id bigint constraint events_category_fk references categories on delete set null,
  price_pence integer constraint events_price_not_negative check (price_pence >= 0),
  start_time timestamptz not null,
  end_time timestamptz not null,
  max_attendees integer constraint events_capacity_positive check (max_attendees >= 1),
  seats_taken integer not null default 0,
  status text not null default 'draft' constraint events_status_known
    check (status in ('draft', 'published', 'cancelled')),
  is_public boolean not null default true,
  event_type text constraint events_type_known
    check (event_type in ('workshop', 'conference', 'meetup', 'webinar', 'other')),
  event_img_url text,
  team_id bigint constraint events_team_fk references teams on delete set null,
  created_by bigint constraint events_creator_fk references users on delete set null,
  search_text text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint events_end_after_start check (end_time > start_time),
  constraint events_seats_not_negative check (seats_taken >= 0),
  constraint events_seats_within_capacity check (seats_taken <= max_attendees)
);

create index events_listed_by_start_idx on events (start_time, id) where status = 'published' and is_public;

create index events_listed_by_end_idx on events (end_time, id) where status = 'published' and is_public;

create index events_team_idx on events (team_id);

create index events_creator_idx on events (created_by);

create index events_search_idx on events using gin (search_text gin_trgm_ops);

create table registrations (
  id bigint generated always as identity primary key,
  event_id bigint not null constraint registrations_event_fk references events on delete cascade,
  -- Restricted: a user's seats are given back before the user goes, or the database refuses.
  user_id bigint not null constraint registrations_user_fk references users on delete restrict,
  status text not null constraint registrations_status_known
    check (status in ('registered', 'cancelled', 'expired')),
  registration_time timestamptz not null,
  hold_expires_at timestamptz,
  constraint registrations_once unique (event_id, user_id),
  constraint registrations_hold_is_active check (hold_expires_at is null or status = 'registered')
);

create index registrations_user_idx on registrations (user_id);

create index registrations_holds_idx on registrations (hold_expires_at) where hold_expires_at is not null;

create table tickets (
  id bigint generated always as identity primary key,
  event_id bigint not null constraint tickets_event_fk references events on delete cascade,
  user_id bigint not null constraint tickets_user_fk references users on delete cascade,
  registration_id bigint not null constraint tickets_registration_fk references registrations on delete cascade,
  ticket_code text not null constraint tickets_code_key unique,
  paid boolean not null,
  price_pence integer not null,
  status text not null constraint tickets_status_known check (status in ('valid', 'used', 'cancelled', 'refunded')),
  issued_at timestamptz not null,
  used_at timestamptz,
  used_by bigint constraint tickets_used_by_fk references users on delete set null,
  constraint tickets_used_has_time check ((status = 'used') = (used_at is not null))
);

create unique index tickets_one_live_per_registration on tickets (registration_id) where status in ('valid', 'used');

create index tickets_user_idx on tickets (user_id);

create index tickets_event_idx on tickets (event_id);

-- The ledger. Rows outlive the user and the event they speak of.
create table payments (
  id bigint generated always as identity primary key,
  -- What the provider knows the row by: ids of two databases behind one account would collide.
  provider_key uuid not null default gen_random_uuid() constraint payments_provider_key unique,
  user_id bigint constraint payments_user_fk references users on delete set null,
  event_id bigint constraint payments_event_fk references events on delete set null,
  registration_id bigint constraint payments_registration_fk references registrations on delete set null,
  ticket_id bigint constraint payments_ticket_fk references tickets on delete set null,
  provider_session_id text constraint payments_session_key unique,
  payment_intent_id text constraint payments_intent_key unique,
  checkout_url text,
  amount_pence integer not null constraint payments_amount_positive check (amount_pence > 0),
  currency text not null default 'gbp',
  status text not null constraint payments_status_known
    check (status in ('starting', 'open', 'paid', 'expired', 'refund_pending', 'refunded')),
  refund_id text constraint payments_refund_key unique,
  refund_attempts integer not null default 0,
  checked_at timestamptz,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  paid_at timestamptz,
  refunded_at timestamptz,
  constraint payments_paid_has_time check (status not in ('paid', 'refund_pending', 'refunded') or paid_at is not null)
);

create unique index payments_one_open_per_registration on payments (registration_id)
  where status in ('starting', 'open');

create index payments_user_idx on payments (user_id);

create index payments_event_idx on payments (event_id);

create index payments_to_check_idx on payments (checked_at nulls first)
  where status in ('starting', 'open', 'expired', 'refund_pending');

-- Stored by the provider's own id before the webhook is answered.
create table webhook_events (
  id text primary key,
  type text not null,
  object_id text,
  received_at timestamptz not null,
  processed_at timestamptz,
  error text
);
