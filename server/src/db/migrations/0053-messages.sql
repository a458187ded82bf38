-- Messages of a team to the attendees of its event, as the team typed them.
create table messages (
  id bigint generated always as identity constraint messages_pkey primary key,
  event_id bigint not null constraint messages_event_fk references events on delete cascade,
  sender_id bigint constraint messages_sender_fk references users on delete set null,
  subject text not null,
  text text not null,
  audience text not null constraint messages_audience_known check (audience in ('all', 'type', 'not_in')),
  -- Not a foreign key: a ticket type that sold nothing can be deleted.
  ticket_type_id bigint,
  takes_replies boolean not null,
  idempotency_key text not null,
  body_hash bytea not null,
  created_at timestamptz not null,
  constraint messages_type_named check ((audience = 'type') = (ticket_type_id is not null)),
  -- A repeated request sends nothing again. The index also serves the foreign key.
  constraint messages_request_key unique (event_id, idempotency_key)
);

create index messages_sender_idx on messages (sender_id);

-- One row for each person who gets a message: the buyer of an order or, with `ticket_id`, the holder of a ticket. The
-- rows have no addresses. The order is not a foreign key: it would be locked after its event, and a sale locks them the
-- other way round.
create table message_readers (
  id bigint generated always as identity constraint message_readers_pkey primary key,
  message_id bigint not null constraint message_readers_message_fk references messages on delete cascade,
  order_id bigint not null,
  ticket_id bigint,
  state text not null default 'new'
    constraint message_readers_state_known check (state in ('new', 'queued', 'sent', 'not_sent'))
);

create index message_readers_message_idx on message_readers (message_id, state);

alter table mail_stops drop constraint mail_stops_scope_known;

alter table mail_stops add constraint mail_stops_scope_known check (scope in ('all', 'team', 'event', 'messages'));
