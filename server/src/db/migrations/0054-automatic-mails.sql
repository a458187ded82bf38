-- The mails that attendees get by themselves, as a team changed them for one event. Without a row, the defaults hold.
create table automatic_mails (
  event_id bigint not null constraint automatic_mails_event_fk references events on delete cascade,
  kind text not null constraint automatic_mails_kind_known check (kind in ('reminder', 'thanks')),
  is_on boolean not null,
  -- Null: the usual words.
  subject text,
  text text,
  constraint automatic_mails_pkey primary key (event_id, kind),
  constraint automatic_mails_words check ((subject is null) = (text is null))
);

alter table messages add column kind text not null default 'message'
  constraint messages_kind_known check (kind in ('message', 'reminder', 'thanks'));

create index events_ends_of_published_idx on events (end_time) where status = 'published';
