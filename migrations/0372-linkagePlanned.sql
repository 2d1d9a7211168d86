-- When a run was planned: a flood is many raises that people are told of at once, however old the data are. What was planned
-- before belongs to none.
alter table linkage_record add column _planned_at timestamptz not null default '-infinity';
alter table linkage_record alter column _planned_at set default now();
create index linkage_record_planned on linkage_record (consumer_id, _planned_at);
