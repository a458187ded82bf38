-- What became of a picture that was given by its address on another site. Null while nothing is to be fetched. A picture
-- from before this migration has an address on another site and null: a job finds it and fetches it.
alter table events add column picture_state text constraint events_picture_state_known
  check (picture_state in ('waiting', 'not_public', 'not_found', 'not_an_image', 'too_large', 'unreachable'));

alter table users add column picture_state text constraint users_picture_state_known
  check (picture_state in ('waiting', 'not_public', 'not_found', 'not_an_image', 'too_large', 'unreachable'));

create index events_unkept_picture_idx on events (id) where event_img_url like 'http%' and picture_state is null;

create index users_unkept_picture_idx on users (id) where profile_image_url like 'http%' and picture_state is null;
