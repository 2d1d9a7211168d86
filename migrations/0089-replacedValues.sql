-- Of two values of one source for the same place the one received last counts; `correction` keeps those before.
-- Until now it was the first one that counted, and `correction` kept those after: the last of each takes its place.
create temporary table later on commit drop as
  select distinct on (meter_id, code, ts, start_ts, source) meter_id, code, ts, start_ts, source, value
  from correction order by meter_id, code, ts, start_ts, source, received_at desc, value;

create temporary table first_value (
  meter_id integer, code text, ts timestamptz, start_ts timestamptz, source integer, value numeric
) on commit drop;

do $$
declare
  one text;
begin
  for one in select distinct code from later where start_ts = ts loop
    execute format(
      'insert into first_value select l.meter_id, l.code, l.ts, l.start_ts, l.source, r.%1$I::numeric
       from later l join reading r on r.meter_id = l.meter_id and r.ts = l.ts and r.source = l.source
       where l.code = %2$L and l.start_ts = l.ts and r.%1$I is not null', lower(one), one);
    execute format(
      'update reading r set %1$I = l.value::float8 from later l
       where l.code = %2$L and l.start_ts = l.ts and r.meter_id = l.meter_id and r.ts = l.ts and r.source = l.source
         and r.%1$I is not null', lower(one), one);
  end loop;
end $$;

insert into first_value
  select l.meter_id, l.code, l.ts, l.start_ts, l.source, i.value from later l
  join interval_energy i using (meter_id, code, start_ts, source) where i.end_ts = l.ts and l.start_ts < l.ts;
update interval_energy i set value = l.value from later l
  where l.start_ts < l.ts and i.meter_id = l.meter_id and i.code = l.code and i.start_ts = l.start_ts and i.end_ts = l.ts
    and i.source = l.source;

-- The first was there before all that `correction` kept.
insert into correction (meter_id, ts, start_ts, code, source, value, received_at)
  select f.meter_id, f.ts, f.start_ts, f.code, f.source, f.value, min(c.received_at) - interval '1 microsecond'
  from first_value f join correction c using (meter_id, ts, start_ts, code, source)
  group by 1, 2, 3, 4, 5, 6 on conflict do nothing;
delete from correction c using first_value f, later l
  where (c.meter_id, c.ts, c.start_ts, c.code, c.source) = (f.meter_id, f.ts, f.start_ts, f.code, f.source)
    and (c.meter_id, c.ts, c.start_ts, c.code, c.source, c.value)
      = (l.meter_id, l.ts, l.start_ts, l.code, l.source, l.value);
