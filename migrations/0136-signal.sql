-- The courses of signal points. A sample that tells another position than the one before is a row of `signal`; of all
-- others the instant alone is kept, an hour of a point a row, which proves that the position was heard.
create table signal (
  point_id integer not null,
  ts timestamptz not null,
  -- Null = not known then.
  value smallint,
  -- 0 heard, 1 the device does not know, 2 two positions were told of this instant.
  quality smallint not null check (quality between 0 and 2),
  check ((value is null) = (quality > 0)),
  primary key (point_id, ts)
) partition by range (ts);

create table signal_heard (
  point_id integer not null,
  -- The begin of the hour in UTC.
  hour timestamptz not null,
  -- ms since the begin of the hour, rising.
  instants integer[] not null,
  primary key (point_id, hour)
) partition by range (hour);

-- The newest that is known of each point that was ever heard.
create table signal_state (
  point_id integer primary key references signal_point (id) on delete cascade,
  -- Since when it is so, and when it was last heard.
  since timestamptz not null,
  value smallint,
  quality smallint not null,
  heard_at timestamptz not null,
  -- By our clock.
  received_at timestamptz not null
);

-- A row is seen by whoever sees its point.
alter table signal enable row level security;
alter table signal force row level security;
create policy scope on signal using (exists (select from signal_point p where p.id = point_id));
alter table signal_heard enable row level security;
alter table signal_heard force row level security;
create policy scope on signal_heard using (exists (select from signal_point p where p.id = point_id));
alter table signal_state enable row level security;
alter table signal_state force row level security;
create policy scope on signal_state using (exists (select from signal_point p where p.id = point_id));

-- Positions are written by the way in alone.
do $$
begin
  if exists (select from pg_roles where rolname = 'meterhouse_app') then
    revoke insert, update, delete on signal, signal_heard, signal_state from meterhouse_app;
  end if;
end $$;

-- What waits under a meter's key counts as soon as a point has that key (decision 109).
create trigger tell_held after insert or update of ammeter_id, signal_key on signal_point
  for each row execute function tell_held();
