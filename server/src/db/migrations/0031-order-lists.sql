-- Orders can be complimentary: a team gives tickets to the people on its guest list.
alter table orders drop constraint orders_channel_known,
  add constraint orders_channel_known check (channel in ('web', 'older_api', 'complimentary'));

-- Splits a text into lower-case words without accents. The parts of an email address count as words.
create function split_words(typed text) returns tsvector language sql immutable parallel safe as $$
  select array_to_tsvector(array_remove(string_to_array(
    translate(
      lower(normalize(typed, NFD)),
      '@.,;:/_+-()"''' || U&'\0300\0301\0302\0303\0304\0306\0307\0308\030A\030B\030C\0327\0328',
      '             '
    ),
    ' '
  ), ''))
$$;

-- Makes a search for texts in which every typed word is the beginning of a word.
create function find_words(typed text) returns tsquery language sql immutable parallel safe as $$
  select string_agg('''' || replace(replace(word, '\', '\\'), '''', '''''') || ''':*', ' & ')::tsquery
  from unnest(tsvector_to_array(split_words(typed))) word
$$;

-- The words are stored, because computing the words of thousands of rows takes longer than reading them. If the team
-- registered a person by username, it may not learn the email address, so the address is left out of the search.
alter table orders add column words tsvector generated always as (split_words(
  number || ' ' || coalesce(buyer_name, '')
    || case when made_by is null or channel = 'complimentary' then ' ' || coalesce(buyer_email, '') else '' end
)) stored;

alter table tickets add column words tsvector generated always as (split_words(
  coalesce(attendee_name, '') || ' ' || coalesce(attendee_email, '')
)) stored;

create index orders_words_idx on orders using gin (words);

create index tickets_words_idx on tickets using gin (words);

-- Finds the orders of a ticket type, newest first.
create index tickets_type_order_idx on tickets (ticket_type_id, order_id);

drop index tickets_type_idx;

-- Finds the orders of a user, newest first.
create index orders_user_order_idx on orders (user_id, id) where user_id is not null;

drop index orders_user_idx;
