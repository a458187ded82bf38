-- The audit names people by their ids. Their names are read from `users`, so it keeps no name of a deleted person.
update audit_entries set details = details - 'username' where object_type = 'user';

alter table audit_entries alter column actor_name drop not null;

update audit_entries set actor_name = null where actor_name not in ('Foyer itself', 'the payment provider', 'the operator');

-- Who acted, if it was not a person. Null for people, also when their account is deleted.
alter table audit_entries rename column actor_name to machine;

alter table audit_entries add constraint audit_entries_machine_known
  check (machine in ('Foyer itself', 'the payment provider', 'the operator'));

-- Notes that people typed. When an account is deleted, those about its owner are searched for the name.
create index audit_entries_noted_idx on audit_entries (id) where details ? 'note';

-- Whose mail it was, so that people can read which mails they got. Null for mails from before. Not a foreign key: a job
-- that sends a mail while its reader is deleted must still find its row.
alter table sent_mails add column user_id bigint;

create index sent_mails_user_idx on sent_mails (user_id) where user_id is not null;

-- The mails that confirm the deletion of an account. A row is deleted as soon as its mail is sent.
create table farewells (
  id uuid constraint farewells_pkey primary key,
  username text not null,
  email text not null,
  created_at timestamptz not null
);

create index farewells_created_idx on farewells (created_at);
