-- A link for volunteers works only while the person who made it may check in the tickets of its event.
alter table door_links add column created_by bigint
  constraint door_links_creator_fk references users on delete set null;

create index door_links_creator_idx on door_links (created_by);

update door_links set created_by = users.id
from audit_entries join users on users.id = audit_entries.actor_id
where audit_entries.action = 'door_link.created' and audit_entries.object_id = door_links.id;

-- Scans that were refused are decided again when the device repeats them, so only admissions are kept.
delete from door_scans where outcome <> 'admitted';

alter table door_scans drop column outcome;

create index door_scans_received_idx on door_scans (received_at);
