-- The name of the person behind an account, for tickets and mails. Null until the person gives one.
alter table users
  add column name text,
  add constraint users_name_length check (char_length(name) between 1 and 100);

-- Whether a buyer must name the attendee of each ticket.
alter table events add column asks_for_names boolean not null default false;
