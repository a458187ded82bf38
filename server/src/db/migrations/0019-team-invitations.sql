-- Invitations to teams. The invited person becomes a member by accepting.
create table team_invitations (
  id bigint generated always as identity constraint team_invitations_pkey primary key,
  team_id bigint not null constraint team_invitations_team_fk references teams on delete cascade,
  role text not null constraint team_invitations_role_known
    check (role in ('team_admin', 'event_manager', 'owner', 'organizer')),
  -- The invited account, or an address in lower case whose owner may have no account yet.
  user_id bigint constraint team_invitations_user_fk references users on delete cascade,
  email text constraint team_invitations_email_lower check (email = lower(email)),
  invited_by bigint not null constraint team_invitations_invited_by_fk references users on delete cascade,
  state text not null default 'open' constraint team_invitations_state_known
    check (state in ('open', 'accepted', 'declined', 'withdrawn')),
  created_at timestamptz not null,
  -- An open invitation cannot be accepted after this moment.
  expires_at timestamptz not null,
  -- When it was accepted, declined or withdrawn.
  ended_at timestamptz,
  -- The account that accepted or declined it.
  answered_by bigint constraint team_invitations_answered_by_fk references users on delete cascade,
  constraint team_invitations_one_person check ((user_id is null) <> (email is null)),
  constraint team_invitations_end check ((state = 'open') = (ended_at is null)),
  constraint team_invitations_answer check ((state in ('accepted', 'declined')) = (answered_by is not null))
);

create unique index team_invitations_open_user_key on team_invitations (team_id, user_id) where state = 'open';

create unique index team_invitations_open_email_key on team_invitations (team_id, email) where state = 'open';

create index team_invitations_team_idx on team_invitations (team_id);

create index team_invitations_user_idx on team_invitations (user_id) where user_id is not null;

create index team_invitations_email_idx on team_invitations (email) where email is not null;

create index team_invitations_invited_by_idx on team_invitations (invited_by);

create index team_invitations_answered_by_idx on team_invitations (answered_by) where answered_by is not null;

create index team_invitations_expires_idx on team_invitations (expires_at);
