-- When the buyer extended the hold. A buyer can do so once per order, so that nobody keeps places for ever.
alter table orders add column more_time_at timestamptz;
