-- The payment sandbox keeps its tables in a schema of its own, which its own migrations make when it is used.
-- A database that has never used the sandbox keeps no table of it. One that has used it keeps the rows, so that
-- payments that are under way in development go on.
do $$
begin
  if exists (select from sandbox_objects) then
    create schema if not exists payment_sandbox;
    alter table sandbox_objects set schema payment_sandbox;
    alter table sandbox_events set schema payment_sandbox;
    alter table sandbox_deliveries set schema payment_sandbox;
    alter table sandbox_idempotency_keys set schema payment_sandbox;
    alter table sandbox_switches set schema payment_sandbox;
  else
    drop table sandbox_deliveries, sandbox_events, sandbox_objects, sandbox_idempotency_keys, sandbox_switches;
  end if;
end
$$;
