-- What opens a private event for people outside its team: 128 random bits in base64url, part of the address that the
-- team shares. Null for a public event.
alter table events add column private_key text;

-- A UUID has 122 random bits, so a hash mixes two of them.
update events
set private_key = rtrim(
  translate(
    encode(
      substring(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())) from 1 for 16),
      'base64'
    ),
    '+/', '-_'
  ),
  '='
)
where not is_public;

alter table events add constraint events_private_has_key check (is_public = (private_key is null));
