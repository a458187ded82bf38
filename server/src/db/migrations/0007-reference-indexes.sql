-- What is deleted has to find what refers to it: without these, deleting a user or a registration reads every
-- ticket and payment there is.
create index tickets_registration_idx on tickets (registration_id);

create index tickets_used_by_idx on tickets (used_by) where used_by is not null;

create index payments_registration_idx on payments (registration_id) where registration_id is not null;
