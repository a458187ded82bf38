-- News about an event also goes to guests, and to people who were given a ticket of somebody else's order.
--
-- The ticket whose holder must hear the news. Null: the buyer of the order. Not a foreign key: the ticket would be
-- locked after its event, and a sale locks them the other way round.
alter table attendee_news add column ticket_id bigint;

alter table attendee_news drop constraint attendee_news_pkey;

alter table attendee_news add column id bigint generated always as identity constraint attendee_news_pkey primary key;

create unique index attendee_news_reader_key on attendee_news (order_id, coalesce(ticket_id, 0));

-- Where open holds came from, as a keyed hash of the network address, because their number is limited. Rows of holds
-- that have ended are deleted when the holds of a network address are counted.
create table hold_sources (
  order_id bigint constraint hold_sources_pkey primary key
    constraint hold_sources_order_fk references orders on delete cascade,
  source bytea not null
);

create index hold_sources_source_idx on hold_sources (source);
