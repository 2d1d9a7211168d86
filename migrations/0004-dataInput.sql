-- One file or one entry of a person: how it was read and what became of it. Its values lie under source_id.
create table import_data (
  id integer generated always as identity primary key,
  consumer_id integer not null,
  kind text not null check (kind in ('import', 'person')),
  -- uploaded: not written yet; undone: kept, but no longer counted
  state text not null check (state in ('uploaded', 'writing', 'done', 'failed', 'stopped', 'undone')),
  source_id integer references data_source (id),
  file_name text not null,
  sha256 text,
  size bigint,
  analysis jsonb,
  mapping jsonb,
  mapping_name text,
  row_count integer,
  -- {"new":…, "changed":…, "same":…, "faulty":…}
  counts jsonb,
  from_ts timestamptz,
  to_ts timestamptz,
  fault_file_id integer,
  task_id integer,
  remark text,
  employee_id integer not null,
  created_at timestamptz not null default now(),
  written_at timestamptz
);
create index on import_data (consumer_id, id desc);
create index on import_data (source_id);
alter table import_data enable row level security;
alter table import_data force row level security;
create policy scope on import_data using (in_scope(consumer_id));

-- Remembered ways to read files, offered again when the same headers come.
create table import_mapping (
  id integer generated always as identity primary key,
  consumer_id integer not null,
  name text not null,
  -- The headers for which it was made, joined.
  headers text not null,
  mapping jsonb not null,
  employee_id integer not null,
  used_at timestamptz not null default now(),
  unique (consumer_id, name)
);
create index on import_mapping (consumer_id, md5(headers));
alter table import_mapping enable row level security;
alter table import_mapping force row level security;
create policy scope on import_mapping using (in_scope(consumer_id));
