-- What visitors want to know before they come, and the point of the picture that stays visible where it is cropped.
-- Doors are minutes before the start, so that they move with the event.
alter table events
  add column doors_minutes smallint,
  add column age_limit smallint,
  add column line_up text,
  add column accessibility text,
  add column picture_x smallint not null default 50,
  add column picture_y smallint not null default 50,
  add constraint events_doors_minutes check (doors_minutes between 1 and 1440),
  add constraint events_age_limit check (age_limit between 1 and 99),
  add constraint events_picture_point check (picture_x between 0 and 100 and picture_y between 0 and 100);
