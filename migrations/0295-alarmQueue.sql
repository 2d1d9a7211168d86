-- What waits to be judged, of many meters in one row: a delivery of 2,000 meters was 2,000 rows that another transaction deleted
-- half a second later. A block is 512 neighbouring ids; its meters are judged together.
create table alarm_touch (
  id bigint generated always as identity primary key,
  block integer not null,
  meters integer[] not null,
  froms timestamptz[] not null,
  tos timestamptz[] not null,
  at timestamptz not null default now()
);
create index on alarm_touch (block, id);
-- It lives for half a second: compressing it costs more than it saves.
alter table alarm_touch alter column meters set storage external, alter column froms set storage external,
  alter column tos set storage external;

create or replace function alarm_mark(meters integer[], froms timestamptz[], tos timestamptz[]) returns void
language sql security definer set search_path from current as $$
  insert into alarm_touch (block, meters, froms, tos)
  select id >> 9, array_agg(id), array_agg(from_ts), array_agg(to_ts) from (
    select m.id, min(m.from_ts) as from_ts, max(m.to_ts) as to_ts from unnest(meters, froms, tos) m (id, from_ts, to_ts)
      join alarm_progress p on p.ammeter_id = m.id group by m.id) m
  group by 1
$$;

-- The states of a meter's rules are asked for by the meter.
create index alarm_state_of_meter on alarm_state (ammeter_id);

-- Meters whose rules, or what of the meter counts for them, changed: whoever keeps rules in memory forgets them. The transaction
-- tells who may not have seen it yet.
create table alarm_change (
  id bigint generated always as identity primary key,
  ammeter_id integer not null,
  tx xid8 not null default pg_current_xact_id(),
  at timestamptz not null default now()
);
create index on alarm_change (tx);
create index on alarm_change (at);

create or replace function alarm_look(meters integer[]) returns void language plpgsql security definer set search_path from current as $$
begin
  insert into alarm_progress (ammeter_id, judged_to)
  select m, coalesce((select max(ts) from reading where meter_id = m and ts > now() - interval '92 days'), now() - interval '92 days')
  from unnest(meters) m on conflict do nothing;
  insert into alarm_dirty (ammeter_id) select unnest(meters);
  insert into alarm_change (ammeter_id) select unnest(meters);
end $$;

-- A meter that is renamed, moved, put out of use or sends at another interval is judged by that from then on.
create function ammeter_judged_changed() returns trigger language plpgsql security definer set search_path from current as $$
begin
  if exists (select from alarm_progress where ammeter_id = new.id) then
    insert into alarm_dirty (ammeter_id) values (new.id);
    insert into alarm_change (ammeter_id) values (new.id);
  end if;
  return null;
end $$;
create trigger judged_changed after update of ammeter_name, ammeter_name_en, site_id, state, interval_seconds, data_type on ammeter
  for each row when ((old.ammeter_name, old.ammeter_name_en, old.site_id, old.state, old.interval_seconds, old.data_type)
    is distinct from (new.ammeter_name, new.ammeter_name_en, new.site_id, new.state, new.interval_seconds, new.data_type))
  execute function ammeter_judged_changed();

do $$
begin
  if exists (select from pg_roles where rolname = 'meterhouse_app') then
    -- The judging alone reads and writes these.
    revoke all on alarm_touch, alarm_change from meterhouse_app;
  end if;
end $$;

-- Rewritten twice a second where meters keep sending: with room beside it a row stays on its page and in its index.
alter table alarm_progress set (fillfactor = 50);
