-- Imports of sheets into resources: what each did, so that it can be told and undone as a whole.
create table import_run (
  id integer generated always as identity primary key,
  resource text not null,
  consumer_id integer,
  employee_id integer,
  user_name text,
  file_name text not null,
  sha256 text not null,
  state text not null check (state in ('writing', 'written', 'undone')),
  counts jsonb,
  fault_file_id integer,
  at timestamptz not null default now(),
  undone_at timestamptz,
  undone_by text
);
create index on import_run (resource, id desc);
alter table import_run enable row level security;
alter table import_run force row level security;
create policy scope on import_run using (in_scope(consumer_id));

alter table oper_log add column import_id integer;
create index on oper_log (import_id, id desc) where import_id is not null;
