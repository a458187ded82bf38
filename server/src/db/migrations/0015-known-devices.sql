-- Devices that signed in to an account before. Wrong passwords from elsewhere do not slow them down.
create table known_devices (
  user_id bigint not null constraint known_devices_user_fk references users on delete cascade,
  -- The hash of the random value in the device's cookie. One device may know several accounts.
  device_hash bytea not null,
  last_used_at timestamptz not null,
  constraint known_devices_pkey primary key (user_id, device_hash)
);

create index known_devices_hash_idx on known_devices (device_hash);

create index known_devices_last_used_idx on known_devices (last_used_at);

-- While somebody guesses the password of an account from many networks, unknown devices log in one after the other.
create table login_turns (
  -- A user's id, or the hash of a name that no user has.
  account text not null,
  -- The network that may try next. Empty in the row that says when the account's next turn is free.
  network text not null,
  turns integer not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  constraint login_turns_pkey primary key (account, network)
);

create index login_turns_ends_idx on login_turns (ends_at);
