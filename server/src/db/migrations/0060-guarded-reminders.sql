-- Who wrote the words, because only the words of an account with a verified address are sent. Null: the usual words, or
-- the account was deleted.
alter table automatic_mails add column writer_id bigint
  constraint automatic_mails_writer_fk references users on delete set null;

create index automatic_mails_writer_idx on automatic_mails (writer_id);

-- `came`: everybody who was checked in.
alter table messages drop constraint messages_audience_known;

alter table messages add constraint messages_audience_known check (audience in ('all', 'type', 'not_in', 'came'));

-- `waiting`: the mail is held, for example until the person verifies the address.
alter table message_readers drop constraint message_readers_state_known;

alter table message_readers add constraint message_readers_state_known
  check (state in ('new', 'queued', 'waiting', 'sent', 'not_sent'));

create index message_readers_open_idx on message_readers (message_id) where state in ('new', 'queued', 'waiting');
