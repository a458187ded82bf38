-- A team can end tickets for which no money is left to return. This is a refund of nothing, which the provider never
-- hears of.
alter table refunds drop constraint refunds_amount_positive;

alter table refunds add constraint refunds_amount_positive
  check (amount_pence > 0 or (amount_pence = 0 and ends_tickets and status = 'succeeded'));
