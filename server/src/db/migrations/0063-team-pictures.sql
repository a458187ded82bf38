-- The path of the picture that a team uploaded. The pages of the team and of its events show it.
alter table teams add column picture_url text;
