-- A person's word that values do not count: those of one source, or of all sources older than its own, in a stretch.
-- Values entered later count again. Like all that a person states it goes when its source is undone.
create table reading_void (
  meter_id integer not null,
  id integer generated always as identity,
  -- data_source.id of the correction
  source integer not null,
  code text not null,
  kind text not null check (kind in ('reading', 'interval')),
  -- both ends belong to it; an interval must lie inside
  from_ts timestamptz not null,
  to_ts timestamptz not null,
  target integer,
  primary key (meter_id, id),
  check (to_ts >= from_ts)
);

-- What a person did to the curve of a meter, and why; its values lie under source_id.
create table repair (
  id integer generated always as identity primary key,
  consumer_id integer not null references consumer (id) on delete cascade,
  meter_id integer not null,
  source_id integer not null references data_source (id),
  kind text not null check (kind in ('register', 'energy', 'shift', 'scale', 'interpolate', 'choose', 'ignore')),
  code text not null,
  from_ts timestamptz not null,
  to_ts timestamptz not null,
  -- the number that was given: a value, a difference or a factor
  amount numeric,
  reason text not null check (length(reason) between 1 and 300),
  -- energies in millionths over the days that it changed
  now_pp bigint,
  after_pp bigint,
  created_by integer not null,
  created_at timestamptz not null default now(),
  undone_by integer,
  undone_at timestamptz,
  undo_reason text
);
create index on repair (meter_id, id desc);
create index on repair (consumer_id);
alter table repair enable row level security;
alter table repair force row level security;
create policy scope on repair using (in_scope(consumer_id));
