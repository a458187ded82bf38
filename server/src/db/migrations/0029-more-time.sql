-- When the buyer took more time to pay. A buyer can do so once per order, so that nobody keeps places for ever.
alter table orders add column more_time_at timestamptz;
