-- The list of the audit log is sorted by time.
create index audit_entries_time_idx on audit_entries (happened_at, id);
