-- Counts how often a subject did something that is limited, not only failed logins.
alter table login_failures rename to limit_counts;

alter table limit_counts rename column failures to uses;
