-- People who want to hear of new events of a team by mail. Until the person confirms, Foyer mails only the link.
create table team_followers (
  id bigint generated always as identity constraint team_followers_pkey primary key,
  team_id bigint not null constraint team_followers_team_fk references teams on delete cascade,
  email text not null,
  address_hash bytea not null,
  asked_at timestamptz not null,
  confirmed_at timestamptz,
  constraint team_followers_address_key unique (team_id, address_hash)
);

create index team_followers_address_idx on team_followers (address_hash);

create index team_followers_unconfirmed_idx on team_followers (asked_at) where confirmed_at is null;

-- One mail to the followers of a team, about one or more new events.
create table announcements (
  id bigint generated always as identity constraint announcements_pkey primary key,
  team_id bigint not null constraint announcements_team_fk references teams on delete cascade,
  created_at timestamptz not null
);

create index announcements_team_idx on announcements (team_id);

-- Each event is announced once, however often it is published.
create table announced_events (
  event_id bigint constraint announced_events_pkey primary key
    constraint announced_events_event_fk references events on delete cascade,
  announcement_id bigint not null constraint announced_events_announcement_fk references announcements on delete cascade
);

create index announced_events_announcement_idx on announced_events (announcement_id);

alter table mail_stops drop constraint mail_stops_scope_known;

alter table mail_stops add constraint mail_stops_scope_known
  check (scope in ('all', 'team', 'event', 'messages', 'follow'));
