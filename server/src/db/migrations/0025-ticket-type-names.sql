-- Buyers choose a ticket type by its name, so an event has each name only once.
create unique index ticket_types_name_key on ticket_types (event_id, lower(name)) where archived_at is null;

-- Counts the held tickets of an event, which decide between "All reserved" and "Sold out".
create index tickets_held_idx on tickets (event_id, ticket_type_id) where status = 'held';
