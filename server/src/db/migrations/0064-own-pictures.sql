-- Before the files of a picture are removed, Foyer asks whether a row still names it.
create index events_own_picture_idx on events (event_img_url) where event_img_url like '/uploads/%';

drop index events_shared_picture_idx;

create index users_own_picture_idx on users (profile_image_url) where profile_image_url like '/uploads/%';

create index teams_own_picture_idx on teams (picture_url) where picture_url like '/uploads/%';
