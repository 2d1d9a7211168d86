-- Compositions that ask for figures or signal points beside the values of their meters: since when they are judged, the newest
-- instant that was judged and the state after it, up to which end of a bucket their figures are known, from where on anything
-- changed, and when they are looked at next.
create table alarm_mixed (
  alarm_id integer not null references alarm (id) on delete cascade,
  ammeter_id integer not null references ammeter (id) on delete cascade,
  begun_at timestamptz not null,
  judged_to timestamptz not null,
  state jsonb not null default '{"phase": "normal"}',
  figured_to timestamptz not null,
  from_ts timestamptz,
  due_at timestamptz,
  primary key (alarm_id, ammeter_id)
);
create index on alarm_mixed (due_at) where due_at is not null;
create index on alarm_mixed (ammeter_id);

-- The signal points that any version of a composition looks at.
create table alarm_mixed_point (
  alarm_id integer not null references alarm (id) on delete cascade,
  point_id integer not null references signal_point (id) on delete cascade,
  primary key (alarm_id, point_id)
);
create index on alarm_mixed_point (point_id);

-- Compositions of which a figure was folded anew, or a position came: to be judged from there on.
create table alarm_mixed_dirty (
  id bigint generated always as identity primary key,
  alarm_id integer not null,
  ammeter_id integer not null,
  from_ts timestamptz not null,
  at timestamptz not null default now()
);

create or replace function alarm_figure_mark(meters integer[], froms timestamptz[]) returns void
  language sql security definer set search_path from current as $$
  insert into alarm_figure_dirty (alarm_id, ammeter_id, from_ts)
  select f.alarm_id, f.ammeter_id, min(i.from_ts)
  from unnest(meters, froms) i (meter_id, from_ts)
    join alarm_figure f on f.ammeter_id = i.meter_id join ammeter m on m.id = f.ammeter_id
  where i.from_ts <= f.judged_to + 3 * m.interval_seconds * interval '1 second'
  group by f.alarm_id, f.ammeter_id;
  insert into alarm_mixed_dirty (alarm_id, ammeter_id, from_ts)
  select x.alarm_id, x.ammeter_id, min(i.from_ts)
  from unnest(meters, froms) i (meter_id, from_ts)
    join alarm_mixed x on x.ammeter_id = i.meter_id join ammeter m on m.id = x.ammeter_id
  where i.from_ts <= x.figured_to + 3 * m.interval_seconds * interval '1 second'
  group by x.alarm_id, x.ammeter_id
$$;

create or replace function alarm_signal_mark(points integer[], froms timestamptz[]) returns void
language sql security definer set search_path from current as $$
  insert into alarm_signal_dirty (point_id, from_ts)
  select m.id, min(m.from_ts) from unnest(points, froms) m (id, from_ts)
  where exists (select from alarm_signal s where s.point_id = m.id) group by m.id;
  insert into alarm_mixed_dirty (alarm_id, ammeter_id, from_ts)
  select x.alarm_id, x.ammeter_id, min(m.from_ts) from unnest(points, froms) m (id, from_ts)
    join alarm_mixed_point p on p.point_id = m.id join alarm_mixed x on x.alarm_id = p.alarm_id
  group by x.alarm_id, x.ammeter_id
$$;

-- A version names the points that its parts are put to.
create function alarm_mixed_points() returns trigger language plpgsql security definer set search_path from current as $$
begin
  insert into alarm_mixed_point (alarm_id, point_id)
  select distinct new.alarm_id, p.id
  from jsonb_each(coalesce(new.settings->'parts', '{}')) part (id, value),
    jsonb_object_keys(coalesce(part.value->'settings'->'signal'->'normals', '{}')) key
    join signal_point p on p.id = key::integer
  on conflict do nothing;
  return null;
end $$;
create trigger points_noted after insert on alarm_version for each row execute function alarm_mixed_points();

-- Another expected interval is another time for which positions stand.
create function signal_point_mixed() returns trigger language plpgsql security definer set search_path from current as $$
begin
  insert into alarm_mixed_dirty (alarm_id, ammeter_id, from_ts)
  select x.alarm_id, x.ammeter_id, x.judged_to from alarm_mixed_point p join alarm_mixed x on x.alarm_id = p.alarm_id
  where p.point_id = new.id;
  return null;
end $$;
create trigger mixed_looked_at after update of expected_seconds on signal_point
  for each row execute function signal_point_mixed();

do $$
begin
  if exists (select from pg_roles where rolname = 'meterhouse_app') then
    -- The judging alone reads and writes these.
    revoke all on alarm_mixed, alarm_mixed_point, alarm_mixed_dirty from meterhouse_app;
  end if;
end $$;
