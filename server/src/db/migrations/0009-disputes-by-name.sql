-- The dispute that the buyer's bank has open or has won, the newest of several: its team is told of each.
alter table payments add column dispute_id text;

-- While a bank only inquires the money can still be given back; once it has taken it, that would be paying twice.
alter table payments add column is_refund_blocked boolean not null default false;

update payments set is_refund_blocked = true where disputed_at is not null;
