-- Time series. Every key begins with the meter. No table here has a consumer_id: a request first finds the meters
-- that it may see.

-- Where values came from beside the devices themselves: an import or a person's entry.
create table data_source (
  id integer generated always as identity primary key,
  consumer_id integer not null,
  kind text not null check (kind in ('import', 'person')),
  -- 2 import, 3 person; the device has 1.
  rank smallint not null,
  name text not null,
  -- 0 being written, 1 counts, 2 undone: its rows stay but do not count.
  status smallint not null default 1 check (status in (0, 1, 2)),
  created_by integer,
  created_at timestamptz not null default now(),
  undone_by integer,
  undone_at timestamptz
);
create index on data_source (consumer_id, id);
alter table data_source enable row level security;
alter table data_source force row level security;
create policy scope on data_source using (in_scope(consumer_id));

-- Which meters and times a source touched, and how many of its values were taken.
create table data_source_meter (
  meter_id integer not null,
  source integer not null,
  from_ts timestamptz not null,
  to_ts timestamptz not null,
  codes bigint not null,
  span_s integer not null default 0,
  accepted bigint not null default 0,
  primary key (meter_id, source)
);
create index on data_source_meter (source);

-- What stood on a meter at an instant, as received: one column per standard data code.
create table reading (
  meter_id integer not null,
  -- 0 the device, else data_source.id
  source integer not null,
  ts timestamptz not null,
  pp float8, pp1 float8, pp2 float8, pp3 float8, pp4 float8, rp float8, qi float8, qo float8,
  pz float8, pa float8, pb float8, pc float8, qz float8, sz float8, fz float8,
  ia float8, ib float8, ic float8, ua float8, ub float8, uc float8, fr float8,
  md float8, fl float8, t1 float8, t2 float8, pr float8, soc float8,
  -- Items outside the standard table, by their code.
  extra jsonb,
  primary key (meter_id, ts, source)
) partition by range (ts);

-- Energy of a stated span, as received.
create table interval_energy (
  meter_id integer not null,
  source integer not null,
  start_ts timestamptz not null,
  end_ts timestamptz not null,
  code text not null,
  value numeric not null,
  primary key (meter_id, code, start_ts, end_ts, source),
  check (end_ts > start_ts)
);

-- Another value of the same meter, instant (or span), code and source than the one that was taken first.
create table correction (
  meter_id integer not null,
  ts timestamptz not null,
  -- The start of the span that ends at ts; equal to ts where it is a reading.
  start_ts timestamptz not null,
  code text not null,
  source integer not null,
  value numeric not null,
  received_at timestamptz not null default now(),
  primary key (meter_id, code, ts, start_ts, source, value)
);

-- The life of a meter: device, factors and registers by date. No row = one register that is primary already.
create table ledger_segment (
  meter_id integer not null,
  id integer generated always as identity,
  from_ts timestamptz not null,
  to_ts timestamptz,
  serial text,
  -- CT × PT
  multiplier numeric not null default 1 check (multiplier > 0),
  correction_factor numeric not null default 1 check (correction_factor > 0),
  register_width smallint check (register_width between 1 and 15),
  start_register numeric,
  end_register numeric,
  kind text not null default 'register' check (kind in ('register', 'interval')),
  remark text,
  created_by integer,
  created_at timestamptz not null default now(),
  primary key (meter_id, id),
  unique (meter_id, from_ts)
);

-- The answer table: what is known of each bucket. Energies and powers in millionths of their unit.
create table usage (
  meter_id integer not null,
  -- 1 quarter of an hour, 2 hour, 3 day, 4 month, 5 year, in the zone of the site
  level smallint not null,
  -- start of the bucket
  ts timestamptz not null,
  pp bigint, rp bigint, qi bigint, qo bigint, pp1 bigint, pp2 bigint, pp3 bigint, pp4 bigint,
  p_sum bigint,
  p_n integer not null,
  p_max bigint,
  p_max_at timestamptz,
  p_min bigint,
  p_min_at timestamptz,
  md bigint,
  -- end of the quarter of the highest demand
  md_at timestamptz,
  covered_s integer not null,
  flags integer not null,
  -- the longer span that crosses the start of the bucket
  head_from timestamptz,
  head_to timestamptz,
  primary key (meter_id, level, ts)
);

-- What must be folded again; written in the transaction that changes the past.
create table dirty (
  id bigint generated always as identity,
  meter_id integer not null,
  from_ts timestamptz not null,
  to_ts timestamptz not null,
  -- bit i = code i of the table of data codes came
  codes bigint not null default 0,
  -- longest stated span among the values
  span_s integer not null default 0,
  marked_at timestamptz not null default now(),
  primary key (meter_id, id)
);

-- What the fold knows of a meter: which codes it has, how long its stated spans get, first and last instant.
create table meter_fold (
  meter_id integer primary key,
  codes bigint not null default 0,
  span_s integer not null default 0,
  first_ts timestamptz,
  last_ts timestamptz,
  folded_at timestamptz not null default now()
);

-- Tokens of gateways, as sha256 in hexadecimal; a gateway may have two while one replaces the other.
create table gateway_token (
  token_hash text primary key,
  gateway_id integer not null,
  created_at timestamptz not null default now(),
  revoked_at timestamptz
);
create index on gateway_token (gateway_id);

do $$
begin
  if exists (select from pg_roles where rolname = 'meterhouse_app') then
    revoke all on gateway_token from meterhouse_app;
  end if;
end $$;
