-- The meters that the parts of a composition name; none of them goes while it does.
create table alarm_part_meter (
  alarm_id integer not null references alarm (id) on delete cascade,
  ammeter_id integer not null references ammeter (id),
  consumer_id integer not null references consumer (id),
  primary key (alarm_id, ammeter_id)
);
create index on alarm_part_meter (ammeter_id);
create index on alarm_part_meter (consumer_id);
alter table alarm_part_meter enable row level security;
alter table alarm_part_meter force row level security;
create policy scope on alarm_part_meter using (in_scope(consumer_id));

-- The meters that any version of a composition names: what comes of them is judged by it.
create table alarm_mixed_meter (
  alarm_id integer not null references alarm (id) on delete cascade,
  ammeter_id integer not null references ammeter (id) on delete cascade,
  primary key (alarm_id, ammeter_id)
);
create index on alarm_mixed_meter (ammeter_id);

create function alarm_mixed_meters() returns trigger language plpgsql security definer set search_path from current as $$
declare
  named integer[];
begin
  select array_agg(distinct m.id) into named
  from jsonb_path_query(coalesce(new.settings->'composition', '{}'), 'lax $.**.meter') v
    join ammeter m on m.id = (v #>> '{}')::integer and m.consumer_id = new.consumer_id;
  if named is not null then
    insert into alarm_mixed_meter (alarm_id, ammeter_id) select new.alarm_id, unnest(named) on conflict do nothing;
    perform alarm_look(named);
  end if;
  return null;
end $$;
create trigger meters_noted after insert on alarm_version for each row execute function alarm_mixed_meters();

-- Another interval or site of a meter that compositions name changes what these say from then on.
create function ammeter_named_changed() returns trigger language plpgsql security definer set search_path from current as $$
declare
  judged integer[];
begin
  select array_agg(distinct o.ammeter_id) into judged
  from alarm_mixed_meter p join object_alarm o on o.alarm_id = p.alarm_id where p.ammeter_id = new.id;
  if judged is not null then
    perform alarm_look(judged);
  end if;
  return null;
end $$;
create trigger named_changed after update of interval_seconds, site_id on ammeter
  for each row when ((old.interval_seconds, old.site_id) is distinct from (new.interval_seconds, new.site_id))
  execute function ammeter_named_changed();

do $$
begin
  if exists (select from pg_roles where rolname = 'meterhouse_app') then
    -- The judging alone reads and writes it.
    revoke all on alarm_mixed_meter from meterhouse_app;
  end if;
end $$;

-- In which quarters of an hour of a day (UTC, the first bit is that which begins at 0:00) values of a meter came more than a
-- quarter of an hour after their stamp: by a gateway itself, not by an import or an entry.
create table late_arrival (
  ammeter_id integer not null references ammeter (id) on delete cascade,
  day date not null,
  quarters bit(96) not null,
  primary key (ammeter_id, day)
);
-- Before this instant nothing was noted: nothing is known of what came late.
create table late_arrival_since (at timestamptz not null);
insert into late_arrival_since values (now());

do $$
begin
  if exists (select from pg_roles where rolname = 'meterhouse_app') then
    -- Written where readings are stored.
    revoke insert, update, delete on late_arrival, late_arrival_since from meterhouse_app;
  end if;
end $$;
