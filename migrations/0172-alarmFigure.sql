-- Alarm rules on folded figures: what of a bucket is judged, on which side of the limit, and how much of the bucket must be
-- known.
alter table alarm
  add column figure text,
  add column figure_side text,
  add column min_coverage integer;

-- Rules on figures by meter: up to which end of a bucket they are judged, from where on something changed since, and when
-- they are looked at next.
create table alarm_figure (
  alarm_id integer not null references alarm (id) on delete cascade,
  ammeter_id integer not null references ammeter (id) on delete cascade,
  judged_to timestamptz not null,
  from_ts timestamptz,
  due_at timestamptz not null,
  primary key (alarm_id, ammeter_id)
);
create index on alarm_figure (due_at);
create index on alarm_figure (ammeter_id);

-- Intervals whose buckets were written again, as far as a rule has judged buckets there; from where on. What comes after a bucket
-- touches it too for three intervals of its meter, as it may close the span that crosses its end.
create table alarm_figure_dirty (
  id bigint generated always as identity primary key,
  alarm_id integer not null,
  ammeter_id integer not null,
  from_ts timestamptz not null
);
create function alarm_figure_mark(meters integer[], froms timestamptz[]) returns void
  language sql security definer set search_path from current as $$
  insert into alarm_figure_dirty (alarm_id, ammeter_id, from_ts)
  select f.alarm_id, f.ammeter_id, min(i.from_ts)
  from unnest(meters, froms) i (meter_id, from_ts)
    join alarm_figure f on f.ammeter_id = i.meter_id join ammeter m on m.id = f.ammeter_id
  where i.from_ts <= f.judged_to + 3 * m.interval_seconds * interval '1 second'
  group by f.alarm_id, f.ammeter_id
$$;
do $$
begin
  if exists (select from pg_roles where rolname = 'meterhouse_app') then
    -- The judging alone reads and writes these.
    revoke all on alarm_figure, alarm_figure_dirty from meterhouse_app;
  end if;
end $$;
