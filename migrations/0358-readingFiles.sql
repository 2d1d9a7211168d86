-- Raw readings of an enterprise before a month, written to files and then taken out of the database (decision 256).
alter table meter_fold
  -- Readings before it are in files, but for the few that later figures hang on. Null = all are here.
  add column gone_ts timestamptz,
  -- When they were taken out last.
  add column gone_at timestamptz,
  -- Figures before it are final: nothing that comes, is undone or calculated again changes them.
  add column closed_ts timestamptz;

-- How long an enterprise means to keep raw readings here.
create table reading_retention (
  consumer_id integer primary key references consumer (id) on delete cascade,
  keep_years integer not null check (keep_years between 1 and 100)
);

-- An export of all readings of an enterprise before a month.
create table reading_export (
  id integer generated always as identity primary key,
  consumer_id integer not null references consumer (id) on delete cascade,
  -- The first day of the month, UTC: what lies before it is in the files.
  before date not null,
  -- writing, ready (in files and here), removed (in files alone), back (here again)
  state text not null default 'writing' check (state in ('writing', 'ready', 'removed', 'back')),
  created_by text not null,
  created_at timestamptz not null default now(),
  removed_by text,
  removed_at timestamptz,
  -- Bytes that rows and blocks took which are gone, with their keys: about.
  freed_bytes bigint not null default 0
);
create index reading_export_consumer_id_idx on reading_export (consumer_id, id);

-- Its files: .csv.gz by month, each with its content's hash.
create table reading_export_file (
  id integer generated always as identity primary key,
  export_id integer not null references reading_export (id) on delete cascade,
  consumer_id integer not null references consumer (id) on delete cascade,
  month date not null,
  part integer not null,
  file_name text not null,
  sha256 text not null,
  size bigint not null,
  row_count integer not null,
  value_count bigint not null,
  -- When the copy here was deleted; null = it is here.
  dropped_at timestamptz
);
create unique index on reading_export_file (export_id, month, part);
create index on reading_export_file (consumer_id);

-- What the files hold, a row a meter and month, and whether it stands in the database too.
create table reading_export_month (
  export_id integer not null references reading_export (id) on delete cascade,
  meter_id integer not null,
  month date not null,
  consumer_id integer not null references consumer (id) on delete cascade,
  file_id integer not null references reading_export_file (id) on delete cascade,
  row_count integer not null,
  value_count integer not null,
  -- SHA-256 of its rows, in the order of instant and source.
  digest text not null,
  gone_at timestamptz,
  primary key (export_id, meter_id, month)
);
create index on reading_export_month (consumer_id);
create index on reading_export_month (file_id);
create index on reading_export_month (meter_id, month) where gone_at is not null;

do $$
declare name text;
begin
  foreach name in array array['reading_retention', 'reading_export', 'reading_export_file', 'reading_export_month'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy scope on %I using (in_scope(consumer_id))', name);
    if exists (select from pg_roles where rolname = 'meterhouse_app') then
      -- Whoever looks after the whole enterprise asks by the calls alone.
      execute format('revoke all on %I from meterhouse_app', name);
    end if;
  end loop;
end $$;
