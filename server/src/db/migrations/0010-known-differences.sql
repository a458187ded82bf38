-- What the last comparison with the provider found, so that administrators see first what differs.
alter table payments add column differs boolean not null default false;

create index payments_by_difference on payments (differs desc, id desc);
