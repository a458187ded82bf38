-- Null until the owner of the address followed a mailed link. Accounts from before had mail already and keep it.
alter table users add column email_verified_at timestamptz;

update users set email_verified_at = created_at;

-- Links that were mailed to users, each for one use. Only the hash of the token is kept.
create table account_links (
  token_hash bytea constraint account_links_pkey primary key,
  user_id bigint not null constraint account_links_user_fk references users on delete cascade,
  purpose text not null constraint account_links_purpose_known
    check (purpose in ('verify_email', 'reset_password', 'choose_password')),
  -- The address that the link was mailed to. It verifies this address only.
  email text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);

create index account_links_user_idx on account_links (user_id);

create index account_links_expires_idx on account_links (expires_at);
