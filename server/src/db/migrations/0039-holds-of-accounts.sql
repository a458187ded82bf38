-- `sell` looks the hold of a guest up by the device. While the table is empty, PostgreSQL chose this index for it, with
-- all holds of guests, and kept that plan in a rush. Now the index leaves guests out.
drop index orders_one_hold_per_user;

create unique index orders_one_hold_per_user on orders (user_id, event_id)
  where status = 'held' and user_id is not null;
