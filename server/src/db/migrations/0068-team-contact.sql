-- The address that everybody sees, for questions about the events of a team.
alter table teams add column contact_email text
  constraint teams_contact_email_length check (length(contact_email) between 3 and 254);
