-- The authenticator app of a user. The row exists from the set-up on and counts once it is confirmed.
create table two_factors (
  user_id bigint constraint two_factors_pkey primary key
    constraint two_factors_user_fk references users on delete cascade,
  -- The secret that Foyer and the app share, encrypted with a key that is derived from SESSION_SECRET.
  sealed_secret bytea not null,
  created_at timestamptz not null,
  -- Null until the user has entered a first code.
  confirmed_at timestamptz,
  -- Codes change every 30 seconds. Only codes from later steps than this one work, so that each code works once.
  last_step bigint not null,
  -- All recovery codes of a user are hashed with one salt, so that one hashing is enough to look for a code.
  recovery_salt bytea,
  constraint two_factors_confirmed_with_salt check (confirmed_at is null or recovery_salt is not null)
);

-- The recovery codes that are left. Using one deletes it.
create table recovery_codes (
  user_id bigint not null constraint recovery_codes_user_fk references two_factors on delete cascade,
  code_hash bytea not null,
  constraint recovery_codes_pkey primary key (user_id, code_hash)
);

-- Logins that wait for the second factor after the right password. Only the hash of the token is kept.
create table login_challenges (
  token_hash bytea constraint login_challenges_pkey primary key,
  user_id bigint not null constraint login_challenges_user_fk references users on delete cascade,
  -- The hash of the stored password hash. A challenge ends when the password changes.
  password_mark bytea not null,
  tries_left integer not null constraint login_challenges_tries_not_negative check (tries_left >= 0),
  expires_at timestamptz not null
);

create index login_challenges_user_idx on login_challenges (user_id);

create index login_challenges_expires_idx on login_challenges (expires_at);
