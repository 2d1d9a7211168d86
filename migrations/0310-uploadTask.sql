-- A task whose work another machinery does and tells how far it is: no job of the queue stands behind it.
alter table task add column followed boolean not null default false;
-- The task by which who started a batch follows and stops it.
alter table upload_record add column "_task_id" integer references task (id) on delete set null;
create index upload_record_task on upload_record (_task_id) where _task_id is not null;
