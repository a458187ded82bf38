-- Where the buyer returns to after paying. Null: the public address of this site.
alter table payments add column return_site text;
